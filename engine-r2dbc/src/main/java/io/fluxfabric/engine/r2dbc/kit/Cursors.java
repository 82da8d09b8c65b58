package io.fluxfabric.engine.r2dbc.kit;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fluxfabric.engine.error.ValidationException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;

/**
 * Places in a listing or a stream as texts that callers keep and give back.
 *
 * <p>A cursor is the place and a digest of the place and the question it belongs to, so that one that was damaged, or that
 * answers another question, is refused and never taken for a place.
 */
public final class Cursors {

    private static final int DIGEST_BYTES = 8;
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    /** What the places belong to; two questions have two texts. */
    private final byte[] question;

    private Cursors(String question) {
        this.question = question.getBytes(UTF_8);
    }

    public static Cursors of(String question) {
        return new Cursors(question);
    }

    public String write(byte[] place) {
        byte[] bytes = Arrays.copyOf(place, place.length + DIGEST_BYTES);
        System.arraycopy(digest(place), 0, bytes, place.length, DIGEST_BYTES);
        return ENCODER.encodeToString(bytes);
    }

    /** The place, of so many bytes; anything else is refused in the name of {@code after}. */
    public ByteBuffer read(String cursor, int placeBytes) {
        byte[] bytes = decoded(cursor);
        byte[] place = Arrays.copyOf(bytes, placeBytes);
        boolean whole = bytes.length == placeBytes + DIGEST_BYTES
                && Arrays.equals(digest(place), Arrays.copyOfRange(bytes, placeBytes, bytes.length))
                // The decoder overlooks padding and stray bits at the end; a cursor has one spelling only.
                && ENCODER.encodeToString(bytes).equals(cursor);
        if (!whole) {
            throw refused("is damaged, or comes from another query or stream");
        }
        return ByteBuffer.wrap(place);
    }

    /** The place, of any length; anything else is refused in the name of {@code after}. */
    public ByteBuffer read(String cursor) {
        return read(cursor, Math.max(0, decoded(cursor).length - DIGEST_BYTES));
    }

    private static byte[] decoded(String cursor) {
        try {
            return Base64.getUrlDecoder().decode(cursor);
        } catch (IllegalArgumentException noBase64) {
            throw refused("is not a cursor");
        }
    }

    private static ValidationException refused(String problem) {
        return ValidationException.invalidInput("after", problem);
    }

    private byte[] digest(byte[] place) {
        MessageDigest digest = sha256();
        digest.update(question);
        return Arrays.copyOf(digest.digest(place), DIGEST_BYTES);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException error) {
            throw new IllegalStateException("every JDK has SHA-256", error);
        }
    }
}
