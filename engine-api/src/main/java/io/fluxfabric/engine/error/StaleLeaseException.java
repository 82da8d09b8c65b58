package io.fluxfabric.engine.error;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Somebody else holds the execution now, or the handle was never the one that was issued. */
public final class StaleLeaseException extends LeaseLostException {
    private static final long serialVersionUID = 1L;

    private StaleLeaseException(String executionId, long handleEpoch, String message, Details details) {
        super(ErrorCode.STALE_LEASE, executionId, handleEpoch, message, details);
    }

    /** Another worker took the execution over.
     * @param since when the present holder took the execution, if known */
    public static StaleLeaseException heldBy(
            String executionId, String worker, long currentEpoch, @Nullable Instant since, long handleEpoch) {
        return new StaleLeaseException(
                executionId,
                handleEpoch,
                "execution %s is held by worker %s (epoch %d)%s; this handle has epoch %d"
                        .formatted(
                                executionId, worker, currentEpoch, since == null ? "" : " since " + since, handleEpoch),
                about(executionId, handleEpoch)
                        .and("epoch", currentEpoch)
                        .and("worker", worker)
                        .and("since", since));
    }

    /** The epoch is right, the rest of the handle is not: it was altered or invented. */
    public static StaleLeaseException notTheIssuedHandle(String executionId, long handleEpoch) {
        return new StaleLeaseException(
                executionId,
                handleEpoch,
                "execution " + executionId + " is held under another lease than the one of this handle",
                about(executionId, handleEpoch));
    }
}
