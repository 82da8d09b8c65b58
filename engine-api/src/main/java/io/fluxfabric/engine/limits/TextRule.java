package io.fluxfabric.engine.limits;

import io.fluxfabric.engine.error.Details;
import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.ValidationException;

/**
 * What a text must be like: how many UTF-8 bytes, of which characters, and whether it may be empty.
 *
 * <p>These rules are structural: they hold in every engine, because ids and keys travel between engines. What can be set
 * per engine is in {@link Limits}. An error names the offending character by its code and place and never repeats the text.
 */
public record TextRule(int maxBytes, boolean mayBeEmpty, Characters characters) {

    /** Why somebody cancelled, revoked, replayed or declared dead. */
    public static final TextRule REASON = optional(256, Characters.PRINTABLE);

    /** Who submitted, cancelled, replayed: the name of a person or a service. */
    public static final TextRule ACTOR = required(256, Characters.PRINTABLE);

    /** The category of a failure, compared with those a policy retries. */
    public static final TextRule FAILURE_CATEGORY = required(128, Characters.PRINTABLE);

    /** The encoding of a payload, such as a media type. */
    public static final TextRule ENCODING = required(128, Characters.ASCII);

    /** What stands beside a blocking reason. */
    public static final TextRule BLOCKING_DETAIL = optional(1024, Characters.PRINTABLE);

    public TextRule {
        if (maxBytes < 1) {
            throw new IllegalArgumentException("maxBytes must be positive, but is " + maxBytes);
        }
    }

    public static TextRule required(int maxBytes, Characters characters) {
        return new TextRule(maxBytes, false, characters);
    }

    public static TextRule optional(int maxBytes, Characters characters) {
        return new TextRule(maxBytes, true, characters);
    }

    /** Returns the text if it follows the rule, and raises {@code InvalidInput} otherwise. */
    public String check(String field, String text) {
        if (text == null) {
            throw ValidationException.invalidInput(field, "must be given");
        }
        if (text.isEmpty() && !mayBeEmpty) {
            throw ValidationException.invalidInput(field, "must not be empty");
        }
        long bytes = 0;
        for (int at = 0; at < text.length(); ) {
            int codePoint = text.codePointAt(at);
            if (isSurrogate(codePoint)) {
                throw refused(field, "must not contain a lone surrogate", codePoint, at);
            }
            if (!characters.admits(codePoint)) {
                throw refused(field, characters.demand(), codePoint, at);
            }
            bytes += bytesOf(codePoint);
            at += Character.charCount(codePoint);
        }
        if (bytes > maxBytes) {
            throw ValidationException.tooLarge(ErrorCode.INVALID_INPUT, field, "bytes", maxBytes, bytes);
        }
        return text;
    }

    /**
     * Makes any text follow the rule: replaces what it does not admit and cuts off what is too much.
     *
     * <p>For texts the caller has no say in, such as the message of an exception.
     */
    public String fit(String text) {
        StringBuilder fitting = new StringBuilder(Math.min(text.length(), maxBytes));
        long bytes = 0;
        for (int at = 0; at < text.length(); ) {
            int codePoint = text.codePointAt(at);
            int kept = isSurrogate(codePoint) || !characters.admits(codePoint) ? '?' : codePoint;
            bytes += bytesOf(kept);
            if (bytes > maxBytes) {
                break;
            }
            fitting.appendCodePoint(kept);
            at += Character.charCount(codePoint);
        }
        return fitting.toString();
    }

    /** The length of a text in UTF-8, without encoding it. */
    public static long utf8Bytes(String text) {
        long bytes = 0;
        for (int at = 0; at < text.length(); ) {
            int codePoint = text.codePointAt(at);
            bytes += bytesOf(codePoint);
            at += Character.charCount(codePoint);
        }
        return bytes;
    }

    private static boolean isSurrogate(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }

    private static int bytesOf(int codePoint) {
        if (codePoint < 0x80) {
            return 1;
        }
        return codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
    }

    private static ValidationException refused(String field, String demand, int codePoint, int at) {
        return new ValidationException(
                ErrorCode.INVALID_INPUT,
                field,
                "%s, but has U+%04X at index %d".formatted(demand, codePoint, at),
                Details.of("field", field).and("index", at),
                null);
    }
}
