package io.fluxfabric.engine.reclaim;

import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.lease.Handle;

/** What became of a request to take over. Each is a normal answer. */
public sealed interface ReclaimOutcome {

    ExecutionId executionId();

    Kind kind();

    /** For an exhaustive {@code switch}. */
    enum Kind {
        CLAIMED,
        NOT_RECLAIMABLE,
        RECLAIM_CAP_EXCEEDED,
        GRANT_NOT_FOUND
    }

    /** The execution is the caller's to run, as a new attempt. */
    record Claimed(io.fluxfabric.engine.execution.Claimed execution) implements ReclaimOutcome {

        public Handle handle() {
            return execution.handle();
        }

        @Override
        public ExecutionId executionId() {
            return execution.executionId();
        }

        @Override
        public Kind kind() {
            return Kind.CLAIMED;
        }
    }

    /** There is nothing to take over any more. */
    record NotReclaimable(ExecutionId executionId, NotReclaimableReason reason, String detail)
            implements ReclaimOutcome {
        @Override
        public Kind kind() {
            return Kind.NOT_RECLAIMABLE;
        }
    }

    /** Its holders were lost as often as its policy allows, this many times: it has failed now. */
    record ReclaimCapExceeded(ExecutionId executionId, int reclaims) implements ReclaimOutcome {
        @Override
        public Kind kind() {
            return Kind.RECLAIM_CAP_EXCEEDED;
        }
    }

    /** There is no such grant: it was used, has expired, or was never issued. */
    record GrantNotFound(ExecutionId executionId) implements ReclaimOutcome {
        @Override
        public Kind kind() {
            return Kind.GRANT_NOT_FOUND;
        }
    }
}
