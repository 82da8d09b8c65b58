package io.fluxfabric.engine.reclaim;

import io.fluxfabric.engine.id.ExecutionId;

/** What became of a request for the right to take over. Each is a normal answer. */
public sealed interface ReclaimGrantOutcome {

    ExecutionId executionId();

    Kind kind();

    /** For an exhaustive {@code switch}. */
    enum Kind {
        GRANTED,
        NOT_RECLAIMABLE,
        RECLAIM_CAP_EXCEEDED
    }

    /** The worker may take over. */
    record Granted(ReclaimGrant grant) implements ReclaimGrantOutcome {
        @Override
        public ExecutionId executionId() {
            return grant.executionId();
        }

        @Override
        public Kind kind() {
            return Kind.GRANTED;
        }
    }

    /**
     * There is nothing to take over, or not for this worker.
     *
     * @param detail the state it is in, or the capabilities that are missing, sorted and comma-separated
     */
    record NotReclaimable(ExecutionId executionId, NotReclaimableReason reason, String detail)
            implements ReclaimGrantOutcome {
        @Override
        public Kind kind() {
            return Kind.NOT_RECLAIMABLE;
        }
    }

    /** Its holders were lost as often as its policy allows, this many times. It will be ended. */
    record ReclaimCapExceeded(ExecutionId executionId, int reclaims) implements ReclaimGrantOutcome {
        @Override
        public Kind kind() {
            return Kind.RECLAIM_CAP_EXCEEDED;
        }
    }
}
