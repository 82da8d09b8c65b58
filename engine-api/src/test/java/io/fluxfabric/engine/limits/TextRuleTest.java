package io.fluxfabric.engine.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.ValidationException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextRuleTest {
    private static final TextRule FOUR = TextRule.required(4, Characters.STORABLE);

    @ParameterizedTest
    @ValueSource(strings = {"abcd", "éé", "€a", "😀"})
    @DisplayName("a text of exactly as many UTF-8 bytes as allowed passes")
    void atTheLimit(String text) {
        assertThat(FOUR.check("name", text)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"abcde", "ééa", "€éé", "😀a"})
    @DisplayName("one UTF-8 byte too many is refused with field, limit and actual size")
    void onePastTheLimit(String text) {
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        assertThatThrownBy(() -> FOUR.check("name", text))
                .isInstanceOf(ValidationException.class)
                .hasMessage("name may have at most 4 bytes, but has " + bytes);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("NUL and lone surrogates are refused everywhere, and the text is not repeated")
    void neverStorable(Characters characters) {
        TextRule rule = TextRule.required(100, characters);
        for (String text : new String[] {"secret\u0000", "secret\uD800", "secret\uDC00x", "\uDE00\uD83D"}) {
            assertThatThrownBy(() -> rule.check("name", text))
                    .isInstanceOfSatisfying(
                            ValidationException.class,
                            error -> assertThat(error.code()).isEqualTo(ErrorCode.INVALID_INPUT))
                    .hasMessageStartingWith("name must ")
                    .hasMessageNotContaining("secret");
        }
    }

    @Test
    @DisplayName("each set of characters refuses what it says")
    void characters() {
        assertThat(TextRule.required(9, Characters.STORABLE).check("t", "a\tb")).isEqualTo("a\tb");
        assertThat(TextRule.required(9, Characters.PRINTABLE).check("t", "a bé"))
                .isEqualTo("a bé");
        assertThat(TextRule.required(9, Characters.SOLID).check("t", "a-bé")).isEqualTo("a-bé");
        assertThat(TextRule.required(9, Characters.ASCII).check("t", " a~")).isEqualTo(" a~");

        assertThatThrownBy(() -> TextRule.required(9, Characters.PRINTABLE).check("t", "a\tb"))
                .hasMessage("t must not contain control characters, but has U+0009 at index 1");
        assertThatThrownBy(() -> TextRule.required(9, Characters.PRINTABLE).check("t", "a\u0085"))
                .hasMessageContaining("U+0085");
        assertThatThrownBy(() -> TextRule.required(9, Characters.SOLID).check("t", "a b"))
                .hasMessageContaining("U+0020");
        assertThatThrownBy(() -> TextRule.required(9, Characters.SOLID).check("t", "a\u00A0b"))
                .hasMessageContaining("U+00A0");
        assertThatThrownBy(() -> TextRule.required(9, Characters.ASCII).check("t", "é"))
                .hasMessageContaining("U+00E9");
        assertThatThrownBy(() -> TextRule.required(9, Characters.ASCII).check("t", "\u007F"))
                .hasMessageContaining("U+007F");
    }

    @Test
    @DisplayName("the empty text passes only where it is allowed")
    void empty() {
        assertThat(TextRule.optional(4, Characters.STORABLE).check("name", "")).isEmpty();
        assertThatThrownBy(() -> FOUR.check("name", "")).hasMessage("name must not be empty");
    }

    @Test
    @DisplayName("WRK-010 a reason of 256 bytes passes, 257 bytes or a control character do not")
    void reason() {
        assertThat(TextRule.REASON.check("reason", "r".repeat(256))).hasSize(256);
        assertThatThrownBy(() -> TextRule.REASON.check("reason", "r".repeat(257)))
                .hasMessage("reason may have at most 256 bytes, but has 257");
        assertThatThrownBy(() -> TextRule.REASON.check("reason", "line\nbreak")).hasMessageContaining("U+000A");
    }

    @Test
    @DisplayName("fitting replaces what cannot be stored and never splits a character")
    void fit() {
        assertThat(FOUR.fit("a\u0000\uD800b")).isEqualTo("a??b");
        assertThat(FOUR.fit("abc€")).isEqualTo("abc");
        assertThat(FOUR.fit("😀😀")).isEqualTo("😀");
        assertThat(FOUR.check("name", FOUR.fit("any text"))).isEqualTo("any ");
    }

    @Test
    @DisplayName("the count of UTF-8 bytes is that of the encoder")
    void utf8Bytes() {
        String text = "a\u007F\u0080\u07FF\u0800\uFFFF😀";
        assertThat(TextRule.utf8Bytes(text)).isEqualTo(text.getBytes(StandardCharsets.UTF_8).length);
    }
}
