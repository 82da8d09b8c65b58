package io.fluxfabric.engine.state;

import java.util.Optional;

/** Where the present or next attempt stands, and so what the next claim starts. */
public enum AttemptState implements StateValue {
    NONE,
    PENDING_FIRST_ATTEMPT,
    RUNNING_ATTEMPT,
    /** The next claim resumes the same attempt. */
    ATTEMPT_INTERRUPTED,
    PENDING_RETRY_ATTEMPT,
    PENDING_REPLAY_ATTEMPT,
    ATTEMPT_TERMINAL;

    private static final Literals<AttemptState> LITERALS = new Literals<>("attempt_state", values());

    /** Reads the stored text; refused with {@code Corruption} if it is none of these. */
    public static AttemptState parse(String literal) {
        return LITERALS.parse(literal);
    }

    @Override
    public Dimension dimension() {
        return Dimension.ATTEMPT_STATE;
    }

    /** The attempt that the next claim starts; empty if it resumes the present one, or if there is none to start. */
    public Optional<AttemptType> startsAs() {
        return switch (this) {
            case PENDING_FIRST_ATTEMPT -> Optional.of(AttemptType.INITIAL);
            case PENDING_RETRY_ATTEMPT -> Optional.of(AttemptType.RETRY);
            case PENDING_REPLAY_ATTEMPT -> Optional.of(AttemptType.REPLAY);
            case NONE, RUNNING_ATTEMPT, ATTEMPT_INTERRUPTED, ATTEMPT_TERMINAL -> Optional.empty();
        };
    }
}
