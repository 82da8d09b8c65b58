package io.fluxfabric.engine.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.ValidationException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CapabilitiesTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gpu,cuda|comma_in_token",
                "g pu|control_or_whitespace",
                "g\u0001pu|control_or_whitespace",
                "g\u007Fpu|control_or_whitespace",
                "g\u0000pu|control_or_whitespace",
                "g\u2003pu|control_or_whitespace",
                "''|empty_token",
            })
    @DisplayName("EXE-007 a bad token refuses the whole list, with the word for its problem")
    void badTokens(String token, String word) {
        refused(() -> Capabilities.required("ok", token), "required:" + word);
        refused(() -> Capabilities.offered("ok", token), "worker:" + word);
    }

    @Test
    @DisplayName("EXE-007 an element that is no text refuses the whole list")
    void noText() {
        List<@Nullable String> tokens = Arrays.asList("ok", null);
        refused(() -> Capabilities.required(tokens), "required:non_string_token");
        refused(() -> Capabilities.required("ok\uD800"), "required:control_or_whitespace");
    }

    @Test
    @DisplayName("256 tokens pass, 257 do not")
    void tokenLimit() {
        assertThat(Capabilities.required(numbered(256)).tokens()).hasSize(256);
        refused(() -> Capabilities.required(numbered(257)), "required:too_many_tokens");
        assertThatThrownBy(() -> Capabilities.offered(numbered(257)))
                .hasMessage("worker capabilities may have at most 256 tokens, but have 257");
    }

    @Test
    @DisplayName("EXE-009 4096 bytes joined by commas pass, 4097 do not")
    void byteLimit() {
        List<String> exact = new ArrayList<>();
        for (int n = 0; n < 32; n++) {
            exact.add("%02d".formatted(n) + "é".repeat(62) + "x");
        }
        exact.set(31, "31" + "é".repeat(62) + "xx");
        assertThat(Capabilities.required(exact).csv().getBytes(java.nio.charset.StandardCharsets.UTF_8))
                .hasSize(4096);
        exact.set(31, "31" + "é".repeat(62) + "xxx");
        refused(() -> Capabilities.required(exact), "required:too_many_bytes");
    }

    @Test
    @DisplayName("EXE-015 an offer covers what it contains, byte for byte")
    void cover() {
        Capabilities gpu = Capabilities.required("gpu");

        assertThat(Capabilities.offered("gpu", "cuda").cover(gpu)).isTrue();
        assertThat(Capabilities.offered("gpu").cover(gpu)).isTrue();
        assertThat(Capabilities.offered("cpu").cover(gpu)).isFalse();
        assertThat(Capabilities.offered("GPU").cover(gpu)).isFalse();
        assertThat(Capabilities.none().cover(Capabilities.none())).isTrue();
    }

    @Test
    @DisplayName("what is missing is listed in order")
    void missing() {
        Capabilities required = Capabilities.required("c", "a", "b", "a");

        assertThat(required.csv()).isEqualTo("a,b,c");
        assertThat(Capabilities.offered("b").missing(required).csv()).isEqualTo("a,c");
        assertThat(Capabilities.offered("a", "b", "c", "d").missing(required)).isEqualTo(Capabilities.none());
    }

    @Test
    @DisplayName("required and offered sets with the same tokens are equal and cannot be changed")
    void values() {
        assertThat(Capabilities.required("a", "b"))
                .isEqualTo(Capabilities.offered("b", "a"))
                .hasSameHashCodeAs(Capabilities.offered("b", "a"));
        assertThatThrownBy(() -> Capabilities.required("a").tokens().clear())
                .isInstanceOf(UnsupportedOperationException.class);
    }

    private static List<String> numbered(int count) {
        return IntStream.range(0, count).mapToObj(n -> "c" + n).toList();
    }

    private static void refused(org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String detail) {
        assertThatThrownBy(call).isInstanceOfSatisfying(ValidationException.class, error -> {
            assertThat(error.code()).isEqualTo(ErrorCode.INVALID_CAPABILITIES);
            assertThat(error.details()).containsEntry("detail", detail);
        });
    }
}
