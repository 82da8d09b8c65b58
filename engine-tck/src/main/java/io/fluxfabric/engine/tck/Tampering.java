package io.fluxfabric.engine.tck;

import io.fluxfabric.engine.id.ExecutionId;

/** What a fixture can do behind the engine's back: states that only another version, or an accident, can leave behind. */
public interface Tampering {

    /** Takes the lease away and leaves the execution active, {@code lease_revoked}. */
    void forceRevoked(ExecutionId id);

    /** Says that the holders of an execution were lost so often. */
    void forceReclaims(ExecutionId id, int count);

    /** Says that the grant of an execution was given to another worker. */
    void forceGrantee(ExecutionId id, String worker);
}
