package io.fluxfabric.engine.error;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The execution is not running, so nothing that needs a running one can be done; tells what it is instead.
 *
 * <p>Phase and outcome are the stored literals, because errors stand below the state types.
 */
public final class ExecutionNotActiveException extends StateException {
    private static final long serialVersionUID = 1L;

    private final String executionId;
    private final String lifecyclePhase;
    private final String terminalOutcome;
    private final long epoch;
    private final @Nullable String attemptId;

    /** Takes the stored facts.
     * @param attemptId the current attempt, or null where there is none (never claimed, waiting for a retry) */
    public ExecutionNotActiveException(
            String executionId, String lifecyclePhase, String terminalOutcome, long epoch, @Nullable String attemptId) {
        super(
                ErrorCode.EXECUTION_NOT_ACTIVE,
                "execution %s is %s (outcome %s, epoch %d), not active"
                        .formatted(executionId, lifecyclePhase, terminalOutcome, epoch),
                Details.of("execution", executionId)
                        .and("lifecycle_phase", lifecyclePhase)
                        .and("terminal_outcome", terminalOutcome)
                        .and("epoch", epoch)
                        .and("attempt_id", attemptId));
        this.executionId = executionId;
        this.lifecyclePhase = lifecyclePhase;
        this.terminalOutcome = terminalOutcome;
        this.epoch = epoch;
        this.attemptId = attemptId;
    }

    public String executionId() {
        return executionId;
    }

    public String lifecyclePhase() {
        return lifecyclePhase;
    }

    /** {@code none} unless the execution is terminal. */
    public String terminalOutcome() {
        return terminalOutcome;
    }

    public long epoch() {
        return epoch;
    }

    /** The current attempt; empty where there is none. */
    public Optional<String> attemptId() {
        return Optional.ofNullable(attemptId);
    }
}
