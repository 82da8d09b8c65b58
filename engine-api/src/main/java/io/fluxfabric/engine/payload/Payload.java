package io.fluxfabric.engine.payload;

import io.fluxfabric.engine.limits.TextRule;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The input or the result of an execution: bytes and the name of their encoding; immutable, equal by content.
 *
 * <p>No payload at all ({@link #none()}) is something else than an empty one ({@link #empty()}), and both come back as what
 * they were. {@link #toString()} tells the size and never the content.
 */
public final class Payload {
    /** The encoding of {@link #json}. */
    public static final String JSON = "application/json";
    /** The encoding of {@link #text}, always in UTF-8. */
    public static final String TEXT = "text/plain";
    /** The encoding of bytes about which nothing is said. */
    public static final String BYTES = "application/octet-stream";

    private static final Payload NONE = new Payload(false, new byte[0], BYTES);
    private static final Payload EMPTY = new Payload(true, new byte[0], BYTES);

    private final boolean present;
    private final byte[] content;
    private final String encoding;

    private Payload(boolean present, byte[] content, String encoding) {
        this.present = present;
        this.content = content;
        this.encoding = encoding;
    }

    /** No payload. */
    public static Payload none() {
        return NONE;
    }

    /** A payload of no bytes. */
    public static Payload empty() {
        return EMPTY;
    }

    /** Bytes, copied. */
    public static Payload bytes(byte[] content) {
        return bytes(content, BYTES);
    }

    /** Bytes, copied, in an encoding that the caller names. */
    public static Payload bytes(byte[] content, String encoding) {
        return new Payload(true, content.clone(), TextRule.ENCODING.check("payload.encoding", encoding));
    }

    /** A text in UTF-8. */
    public static Payload text(String text) {
        return new Payload(true, text.getBytes(StandardCharsets.UTF_8), TEXT);
    }

    /** A value as JSON, by the {@link JacksonCodec#standard() standard codec}; null becomes {@link #none()}. */
    public static Payload json(@Nullable Object value) {
        return JacksonCodec.standard().encode(value);
    }

    /** The value in this JSON, by the {@link JacksonCodec#standard() standard codec}. */
    public <T> T as(Class<T> type) {
        return JacksonCodec.standard().decode(this, type);
    }

    /** Whether there is no payload at all. */
    public boolean isNone() {
        return !present;
    }

    /** The number of bytes. */
    public int size() {
        return content.length;
    }

    public String encoding() {
        return encoding;
    }

    /** A copy of the bytes. */
    public byte[] toBytes() {
        return content.clone();
    }

    /** The bytes, not copied and read-only. */
    public ByteBuffer asByteBuffer() {
        return ByteBuffer.wrap(content).asReadOnlyBuffer();
    }

    /** The bytes as UTF-8. */
    public String asText() {
        return new String(content, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Payload payload
                && present == payload.present
                && encoding.equals(payload.encoding)
                && Arrays.equals(content, payload.content);
    }

    @Override
    public int hashCode() {
        return 31 * encoding.hashCode() + Arrays.hashCode(content);
    }

    @Override
    public String toString() {
        return isNone() ? "Payload[none]" : "Payload[" + content.length + " bytes of " + encoding + "]";
    }
}
