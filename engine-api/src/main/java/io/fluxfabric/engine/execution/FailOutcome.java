package io.fluxfabric.engine.execution;

import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.state.TerminalOutcome;
import java.time.Instant;

/** What becomes of an execution whose attempt failed. Repeating the call gives the same answer again. */
public sealed interface FailOutcome {

    ExecutionId executionId();

    Kind kind();

    /** For an exhaustive {@code switch}. */
    enum Kind {
        RETRY_SCHEDULED,
        TERMINAL_FAILED
    }

    /** It is tried again, not before this time, as this attempt. */
    record RetryScheduled(ExecutionId executionId, Instant retryAt, int nextAttemptIndex) implements FailOutcome {
        @Override
        public Kind kind() {
            return Kind.RETRY_SCHEDULED;
        }
    }

    /** It has ended: failed, or cancelled when that was the class of the failure. */
    record TerminalFailed(ExecutionId executionId, TerminalOutcome outcome, Instant at) implements FailOutcome {
        @Override
        public Kind kind() {
            return Kind.TERMINAL_FAILED;
        }
    }
}
