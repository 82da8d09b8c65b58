package io.fluxfabric.engine.worker;

import java.time.Instant;

/** What became of a registration. */
public sealed interface RegisterOutcome {

    /** When the instance counts as dead unless it is heard of before. */
    Instant expiresAt();

    Kind kind();

    /** For an exhaustive {@code switch}. */
    enum Kind {
        REGISTERED,
        REFRESHED
    }

    /** The instance was not alive before. */
    record Registered(Instant expiresAt) implements RegisterOutcome {
        @Override
        public Kind kind() {
            return Kind.REGISTERED;
        }
    }

    /** The instance was alive, and now serves what it said last. */
    record Refreshed(Instant expiresAt) implements RegisterOutcome {
        @Override
        public Kind kind() {
            return Kind.REFRESHED;
        }
    }
}
