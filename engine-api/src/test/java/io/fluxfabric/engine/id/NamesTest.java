package io.fluxfabric.engine.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.ValidationException;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {

    static Stream<Arguments> names() {
        return Stream.of(
                name("lane", 64, LaneId::of),
                name("namespace", 128, Namespace::of),
                name("workerId", 256, WorkerId::of),
                name("workerInstanceId", 256, WorkerInstanceId::of),
                name("kind", 128, ExecutionKind::of),
                name("idempotencyKey", 256, IdempotencyKey::of));
    }

    private static Arguments name(String field, int maxBytes, Function<String, Object> of) {
        return Arguments.of(field, maxBytes, of);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("names")
    @DisplayName("a name of exactly the limit passes and reads as its value; one byte more names field, limit and size")
    void limits(String field, int maxBytes, Function<String, Object> of) {
        assertThat(of.apply("n".repeat(maxBytes))).hasToString("n".repeat(maxBytes));
        assertThatThrownBy(() -> of.apply("n".repeat(maxBytes + 1)))
                .isInstanceOf(ValidationException.class)
                .hasMessage(field + " may have at most " + maxBytes + " bytes, but has " + (maxBytes + 1));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("names")
    @DisplayName("a name is neither empty nor does it hold NUL, control characters or lone surrogates")
    void refused(String field, int maxBytes, Function<String, Object> of) {
        for (String text : new String[] {"", "a\u0000", "a\nb", "a\u007F", "a\uD800", "\uDC00"}) {
            assertThatThrownBy(() -> of.apply(text)).isInstanceOfSatisfying(ValidationException.class, error -> {
                assertThat(error.code()).isEqualTo(ErrorCode.INVALID_INPUT);
                assertThat(error.field()).isEqualTo(field);
            });
        }
    }

    @Test
    @DisplayName("a lane may hold spaces and commas but nothing beyond ASCII")
    void lanes() {
        assertThat(LaneId.of("fast, ~mail")).hasToString("fast, ~mail");
        assertThatThrownBy(() -> LaneId.of("é")).hasMessageContaining("printable ASCII");
    }

    @Test
    @DisplayName("the ids of workers hold no white space")
    void workers() {
        assertThat(WorkerIdentity.of("mail", "mail-1")).hasToString("mail/mail-1");
        assertThatThrownBy(() -> WorkerId.of("mail 1")).hasMessageContaining("white space");
        assertThatThrownBy(() -> WorkerInstanceId.of("mail\u20091")).hasMessageContaining("U+2009");
    }

    @ParameterizedTest
    @CsvSource({"-1, 0", "0, 0", "50, 50", "9000, 9000", "9001, 9000", "2147483647, 9000", "-2147483648, 0"})
    @DisplayName("OPR-012 a priority is clamped to 0..9000, not refused")
    void priority(int asked, int kept) {
        assertThat(Priority.of(asked).value()).isEqualTo(kept);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Cairn.x",
                "cairn",
                "cairn.",
                "cairn..x",
                "1cairn.x",
                "cairn.foo bar",
                "cairn.Foo",
                "cairn.foo-bar",
                "cairn.x\n",
                "cairn.\u0000"
            })
    @DisplayName("EXE-039 (target) a key of the wrong form is refused as InvalidTagKey")
    void tagKeys(String key) {
        assertThatThrownBy(() -> TagKey.of(key))
                .isInstanceOfSatisfying(
                        ValidationException.class,
                        error -> assertThat(error.code()).isEqualTo(ErrorCode.INVALID_TAG_KEY));
    }

    @Test
    @DisplayName("a tag key of 128 bytes passes, one of 129 does not")
    void tagKeyLimit() {
        assertThat(TagKey.of("a." + "b".repeat(126)).value()).hasSize(128);
        assertThatThrownBy(() -> TagKey.of("a." + "b".repeat(127)))
                .hasMessage("tag key may have at most 128 bytes, but has 129");
    }

    @Test
    @DisplayName("tags are kept in the order of their keys and cannot be changed")
    void tags() {
        Tags tags = Tags.of("b.two", "2").with("a.one", "1").with("b.two", "3");

        assertThat(tags.asMap()).containsExactly(java.util.Map.entry("a.one", "1"), java.util.Map.entry("b.two", "3"));
        assertThat(tags.get("a.one")).contains("1");
        assertThat(tags.without("a.one")).isEqualTo(Tags.of("b.two", "3"));
        assertThat(tags.without("a.one").without("b.two")).isEqualTo(Tags.none());
        assertThatThrownBy(() -> tags.asMap().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    @DisplayName("the value of a tag holds neither NUL nor lone surrogates, and the error names the key")
    void tagValues() {
        assertThatThrownBy(() -> Tags.of("a.one", "x\u0000"))
                .hasMessage("tags[a.one] must not contain NUL, but has U+0000 at index 1");
        assertThatThrownBy(() -> Tags.of("a.one", "\uD800")).hasMessageContaining("lone surrogate");
        assertThatThrownBy(() -> Tags.of("One", "x")).hasMessageStartingWith("tag key must look like");
    }

    @Test
    @DisplayName("an attempt id is read strictly")
    void attemptIds() {
        String text = "018f3c00-0000-7000-8000-000000000001";
        assertThat(AttemptId.parse(text)).hasToString(text);
        assertThatThrownBy(() -> AttemptId.parse("1-1-1-1-1")).hasMessage("attemptId must be a canonical UUID");
    }
}
