package io.fluxfabric.engine.operator;

import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.WorkerInstanceId;
import java.util.Optional;

/**
 * Whose lease to take away.
 *
 * @param expectedEpoch only the lease of this epoch, if given
 * @param expectedHolder only the lease of this instance, if given
 */
public record RevokeLease(
        ExecutionId executionId, Optional<Long> expectedEpoch, Optional<WorkerInstanceId> expectedHolder, Order order) {

    public static RevokeLease of(ExecutionId id, Order order) {
        return new RevokeLease(id, Optional.empty(), Optional.empty(), order);
    }

    public RevokeLease ofEpoch(long epoch) {
        return new RevokeLease(executionId, Optional.of(epoch), expectedHolder, order);
    }

    public RevokeLease heldBy(String instance) {
        return new RevokeLease(executionId, expectedEpoch, Optional.of(WorkerInstanceId.of(instance)), order);
    }
}
