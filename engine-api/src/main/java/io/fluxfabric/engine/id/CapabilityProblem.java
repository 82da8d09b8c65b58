package io.fluxfabric.engine.id;

import java.util.Locale;

/** What can be wrong with a list of capabilities; the literals are part of the protocol. */
enum CapabilityProblem {
    NON_STRING_TOKEN("must consist of texts only"),
    EMPTY_TOKEN("must not contain an empty token"),
    COMMA_IN_TOKEN("must not contain a token with a comma"),
    CONTROL_OR_WHITESPACE("must not contain a token with white space, control characters or lone surrogates"),
    TOO_MANY_TOKENS("may have at most " + Capabilities.MAX_TOKENS + " tokens"),
    TOO_MANY_BYTES("may have at most " + Capabilities.MAX_CSV_BYTES + " bytes when joined by commas");

    private final String demand;

    CapabilityProblem(String demand) {
        this.demand = demand;
    }

    String demand() {
        return demand;
    }

    String literal() {
        return name().toLowerCase(Locale.ROOT);
    }
}
