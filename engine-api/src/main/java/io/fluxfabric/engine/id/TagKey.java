package io.fluxfabric.engine.id;

import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.ValidationException;
import java.util.regex.Pattern;

/** The key of a tag: lower case, with a dot between who uses it and what it says, as in {@code billing.invoice_id}. */
public record TagKey(String value) implements Comparable<TagKey> {
    /** The most bytes of a key. */
    public static final int MAX_BYTES = 128;

    private static final Pattern FORM = Pattern.compile("[a-z][a-z0-9_]*\\.[a-z0-9_][a-z0-9_.]*");

    public TagKey {
        if (!FORM.matcher(value).matches()) {
            throw ValidationException.of(
                    ErrorCode.INVALID_TAG_KEY,
                    "tag key",
                    "must look like owner.name, in lower case letters, digits, underscores and dots");
        }
        if (value.length() > MAX_BYTES) {
            throw ValidationException.tooLarge(
                    ErrorCode.INVALID_TAG_KEY, "tag key", "bytes", MAX_BYTES, value.length());
        }
    }

    public static TagKey of(String value) {
        return new TagKey(value);
    }

    @Override
    public int compareTo(TagKey other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
