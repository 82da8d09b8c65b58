package io.fluxfabric.engine.grant;

import io.fluxfabric.engine.limits.Characters;
import io.fluxfabric.engine.limits.TextRule;

/**
 * The text by which a grant is shown: signed, so that it can be neither made up nor altered, and safe to send over a wire.
 *
 * <p>A secret of whom it was given to. {@link #toString()} does not show it.
 */
public record GrantKey(String value) {
    /** The most bytes of a value. */
    public static final int MAX_BYTES = 512;

    private static final TextRule RULE = TextRule.required(MAX_BYTES, Characters.ASCII);

    public GrantKey {
        RULE.check("grant", value);
    }

    public static GrantKey of(String value) {
        return new GrantKey(value);
    }

    @Override
    public String toString() {
        return "GrantKey[hidden]";
    }
}
