package io.fluxfabric.engine.r2dbc.kit;

import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.IdMint;
import io.fluxfabric.engine.id.Namespace;
import io.fluxfabric.engine.id.PartitionCount;
import io.fluxfabric.engine.lease.Backend;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.limits.Limits;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Tx;
import reactor.core.scheduler.Scheduler;

/**
 * The means of the operations of one namespace.
 *
 * @param timer what waits wait on
 */
public record Kit(
        Tx tx,
        Backend backend,
        Namespace namespace,
        Limits limits,
        PartitionCount partitions,
        IdMint mint,
        Scheduler timer) {

    public Kit in(Namespace other) {
        return new Kit(tx, backend, other, limits, partitions, mint, timer);
    }

    /** The same means with other transactions. */
    public Kit with(Tx other) {
        return new Kit(other, backend, namespace, limits, partitions, mint, timer);
    }

    /** Values for a statement, the namespace first. */
    public Binds binds() {
        return Binds.of("namespace", namespace.value());
    }

    /** Values for a statement about one execution of the namespace. */
    public Binds binds(ExecutionId id) {
        return binds().and("partition", checked(id).partition()).and("execution", id.uuid());
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

    /** A handle that was issued by another kind of database can hold nothing here. */
    public Handle checked(Handle handle) {
        checked(handle.from(backend).executionId());
        return handle;
    }
}
