package io.fluxfabric.engine.worker;

import io.fluxfabric.engine.lease.RenewOutcome;
import java.util.List;

/**
 * What became of a heartbeat that carried leases.
 *
 * @param liveness what became of the heartbeat itself
 * @param leases what became of each lease, in their order; they are renewed whether or not the instance is registered
 */
public record Heartbeat(HeartbeatOutcome liveness, List<RenewOutcome> leases) {

    public Heartbeat {
        leases = List.copyOf(leases);
    }
}
