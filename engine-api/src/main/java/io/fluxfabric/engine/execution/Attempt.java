package io.fluxfabric.engine.execution;

import io.fluxfabric.engine.id.AttemptId;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.policy.FailureClass;
import io.fluxfabric.engine.state.AttemptLifecycle;
import io.fluxfabric.engine.state.AttemptOutcome;
import io.fluxfabric.engine.state.AttemptType;
import java.time.Instant;
import java.util.Optional;

/**
 * One attempt at an execution, running or past.
 *
 * @param worker who holds or last held it
 * @param epoch the fencing token of its last lease
 * @param retryAt when it is tried again, if it failed and is
 * @param result what it returned, none unless it ended well
 */
public record Attempt(
        int index,
        AttemptId id,
        AttemptType type,
        AttemptLifecycle lifecycle,
        Optional<AttemptOutcome> outcome,
        WorkerIdentity worker,
        long epoch,
        Optional<Integer> previousIndex,
        Instant startedAt,
        Optional<Instant> suspendedAt,
        Optional<Instant> resumedAt,
        Optional<Instant> endedAt,
        Optional<Instant> retryAt,
        Optional<FailureClass> failureClass,
        Optional<String> failureCategory,
        Optional<String> failureReason,
        Payload result) {}
