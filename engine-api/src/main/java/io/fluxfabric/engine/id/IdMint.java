package io.fluxfabric.engine.id;

import java.util.UUID;
import java.util.function.LongSupplier;

/**
 * Makes new ids for one engine; thread-safe.
 *
 * <p>Make it where blocking is allowed, since the first secret needs entropy from the system; afterwards it never blocks.
 */
public final class IdMint {
    private final PartitionCount partitions;
    private final TimeOrderedUuids ordered;
    private final SecretUuids secret = SecretUuids.shared();

    /** Takes the time, as milliseconds since the epoch, for the order of the ids; nothing is decided by it. */
    public IdMint(PartitionCount partitions, LongSupplier millis) {
        this.partitions = partitions;
        this.ordered = new TimeOrderedUuids(millis);
    }

    /** An execution outside of any flow. */
    public ExecutionId soloExecution() {
        return partitions.soloId(ordered.next());
    }

    /** An execution inside of a flow. */
    public ExecutionId memberOf(UUID flow) {
        return partitions.memberId(flow, ordered.next());
    }

    public AttemptId attempt() {
        return new AttemptId(ordered.next());
    }

    public LeaseId lease() {
        return new LeaseId(secret.next());
    }

    /** Random bytes that nobody can guess. */
    public byte[] secret(int count) {
        return secret.bytes(count);
    }

    /** The id of an event, a grant or anything else that is stored in time order. */
    public UUID ordered() {
        return ordered.next();
    }
}
