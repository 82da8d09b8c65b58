package io.fluxfabric.engine.worker;

import java.time.Instant;

/** What became of a heartbeat. */
public sealed interface HeartbeatOutcome {

    Kind kind();

    /** For an exhaustive {@code switch}. */
    enum Kind {
        REFRESHED,
        NOT_REGISTERED
    }

    /**
     * The instance is alive.
     *
     * @param nextExpiry when it counts as dead unless it is heard of before
     * @param draining whether it was asked to take no new work
     */
    record Refreshed(Instant nextExpiry, boolean draining) implements HeartbeatOutcome {
        @Override
        public Kind kind() {
            return Kind.REFRESHED;
        }
    }

    /** There is no such instance, or it lapsed: it must register again. */
    record NotRegistered() implements HeartbeatOutcome {
        @Override
        public Kind kind() {
            return Kind.NOT_REGISTERED;
        }
    }
}
