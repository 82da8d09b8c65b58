package io.fluxfabric.engine.worker;

import io.fluxfabric.engine.id.Capabilities;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.id.Namespace;
import io.fluxfabric.engine.id.WorkerIdentity;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * What is known of an instance, as of one moment of the database's clock.
 *
 * @param alive whether its last word plus its TTL lies in the future
 * @param draining whether it gets no new work
 */
public record RegisteredWorker(
        Namespace namespace,
        WorkerIdentity worker,
        Set<LaneId> lanes,
        Capabilities capabilities,
        boolean alive,
        boolean draining,
        Instant registeredAt,
        Instant lastHeartbeat,
        Duration livenessTtl) {

    public RegisteredWorker {
        lanes = Collections.unmodifiableSet(new TreeSet<>(lanes));
    }
}
