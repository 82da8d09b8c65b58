package io.fluxfabric.engine.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.ValidationException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.ReadOnlyBufferException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PayloadTest {
    record Invoice(String id, int cents) {}

    record Broken(String id) {
        @Override
        public String id() {
            throw new IllegalStateException(id);
        }
    }

    @SuppressWarnings("unused")
    private static final List<Invoice> INVOICES = List.of();

    @Test
    @DisplayName("a value comes back from JSON as it went in")
    void json() {
        Payload payload = Payload.json(new Invoice("A-1", 4200));

        assertThat(payload.asText()).isEqualTo("{\"id\":\"A-1\",\"cents\":4200}");
        assertThat(payload.encoding()).isEqualTo("application/json");
        assertThat(payload.as(Invoice.class)).isEqualTo(new Invoice("A-1", 4200));
        assertThat(Payload.json(7).as(int.class)).isEqualTo(7);
    }

    @Test
    @DisplayName("a type with parameters is read with them")
    void parameterizedTypes() throws Exception {
        Type type = PayloadTest.class.getDeclaredField("INVOICES").getGenericType();
        assertThat(type).isInstanceOf(ParameterizedType.class);

        assertThat(JacksonCodec.standard().decode(Payload.json(List.of(new Invoice("A-1", 1))), type))
                .isEqualTo(List.of(new Invoice("A-1", 1)));
    }

    @Test
    @DisplayName("EXE-034 bytes that are no text are kept as they are")
    void binary() {
        byte[] bytes = {(byte) 0xFF, (byte) 0xFE, 0, (byte) 0xC0, (byte) 0x80};

        assertThat(Payload.bytes(bytes).toBytes()).isEqualTo(bytes);
        assertThat(Payload.bytes(bytes).size()).isEqualTo(5);
    }

    @Test
    @DisplayName("none and empty are different, and so are equal bytes in different encodings")
    void equality() {
        assertThat(Payload.none()).isNotEqualTo(Payload.empty()).isEqualTo(Payload.json(null));
        assertThat(Payload.empty()).isEqualTo(Payload.bytes(new byte[0])).hasSameHashCodeAs(Payload.bytes(new byte[0]));
        assertThat(Payload.text("1")).isEqualTo(Payload.text("1")).isNotEqualTo(Payload.json(1));
        assertThat(Payload.empty().isNone()).isFalse();
    }

    @Test
    @DisplayName("neither the array that went in nor the one that came out changes a payload")
    void immutable() {
        byte[] bytes = {1, 2, 3};
        Payload payload = Payload.bytes(bytes);
        bytes[0] = 9;
        payload.toBytes()[1] = 9;

        assertThat(payload.toBytes()).containsExactly(1, 2, 3);
        assertThatThrownBy(() -> payload.asByteBuffer().put((byte) 9)).isInstanceOf(ReadOnlyBufferException.class);
    }

    @Test
    @DisplayName("content shows neither in toString nor in the message of an error")
    void hidden() {
        Payload payload = Payload.text("secret");

        assertThat(payload).hasToString("Payload[6 bytes of text/plain]");
        assertThatThrownBy(() -> Payload.bytes("{\"id\":secret}".getBytes(StandardCharsets.UTF_8), Payload.JSON)
                        .as(Invoice.class))
                .isInstanceOfSatisfying(
                        ValidationException.class,
                        error -> assertThat(error.code()).isEqualTo(ErrorCode.INVALID_INPUT))
                .hasMessageStartingWith("payload cannot be read as ")
                .hasMessageNotContaining("secret");
    }

    @Test
    @DisplayName("what is missing, in another encoding or null is refused and not returned as null")
    void unreadable() {
        assertThatThrownBy(() -> Payload.none().as(Invoice.class)).hasMessageStartingWith("payload is missing");
        assertThatThrownBy(() -> Payload.text("{}").as(Invoice.class))
                .hasMessage("payload is text/plain, but application/json is expected");
        assertThatThrownBy(() -> Payload.bytes("null".getBytes(StandardCharsets.UTF_8), Payload.JSON)
                        .as(Invoice.class))
                .hasMessageStartingWith("payload is JSON null");
        assertThatThrownBy(() -> Payload.json(new Broken("secret"))).hasMessageEndingWith("cannot be written as JSON");
    }

    @Test
    @DisplayName("a payload passes the codec untouched in both directions")
    void passThrough() {
        Payload payload = Payload.bytes(new byte[] {1});

        assertThat(Payload.json(payload)).isSameAs(payload);
        assertThat(payload.as(Payload.class)).isSameAs(payload);
    }

    @Test
    @DisplayName("an encoding of 128 bytes passes, a longer or unprintable one does not")
    void encodings() {
        assertThat(Payload.bytes(new byte[0], "e".repeat(128)).encoding()).hasSize(128);
        assertThatThrownBy(() -> Payload.bytes(new byte[0], "e".repeat(129)))
                .hasMessage("payload.encoding may have at most 128 bytes, but has 129");
        assertThatThrownBy(() -> Payload.bytes(new byte[0], "a\u0000")).hasMessageContaining("U+0000");
    }
}
