package io.fluxfabric.engine.r2dbc.kit;

import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.IdMint;
import io.fluxfabric.engine.id.Namespace;
import io.fluxfabric.engine.id.PartitionCount;
import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.limits.Limits;
import io.fluxfabric.engine.r2dbc.sql.Tx;
import reactor.core.scheduler.Scheduler;

/**
 * The means of the operations of one namespace.
 *
 * @param timer what waits wait on
 */
public record Kit(
        Tx tx, Namespace namespace, Limits limits, PartitionCount partitions, IdMint mint, Scheduler timer) {

    public Kit in(Namespace other) {
        return new Kit(tx, other, limits, partitions, mint, timer);
    }

    /** An id whose partition this database does not have can name nothing here. */
    public ExecutionId checked(ExecutionId id) {
        if (!partitions.contains(id)) {
            throw ValidationException.invalidInput(
                    "executionId",
                    "names partition " + id.partition() + ", but there are only " + partitions.value() + " partitions");
        }
        return id;
    }
}
