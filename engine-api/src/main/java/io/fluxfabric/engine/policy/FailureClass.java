package io.fluxfabric.engine.policy;

import io.fluxfabric.engine.state.Literal;
import io.fluxfabric.engine.state.Literals;

/** What sort of failure ended an attempt, and so whether another attempt makes sense. */
public enum FailureClass implements Literal {
    /** It may work next time. */
    TRANSIENT,
    /** It will never work. */
    PERMANENT,
    /** The machine failed, not the work. */
    INFRA_CRASH,
    /** It took too long. */
    TIMEOUT,
    /** The work stopped itself; the execution ends as cancelled. */
    CANCELLED;

    private static final Literals<FailureClass> LITERALS = new Literals<>("failure_class", values());

    /** Reads the stored text; refused with {@code Corruption} if it is none of these. */
    public static FailureClass parse(String literal) {
        return LITERALS.parse(literal);
    }
}
