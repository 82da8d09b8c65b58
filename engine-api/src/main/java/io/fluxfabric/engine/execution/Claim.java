package io.fluxfabric.engine.execution;

import io.fluxfabric.engine.id.Capabilities;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.id.WorkerIdentity;
import java.time.Duration;

/**
 * A request for work: so many executions of a lane that a worker can run, each under a lease of its own.
 *
 * @param max how many at most
 * @param worker who will hold the leases
 * @param lease how long each lease lasts unless it is renewed
 * @param maxWait how long to wait for the first one when there is none; zero answers at once
 */
public record Claim(
        LaneId lane, Capabilities offered, int max, WorkerIdentity worker, Duration lease, Duration maxWait) {

    private static final Duration DEFAULT_LEASE = Duration.ofSeconds(30);

    /** One execution of a lane, for a worker that offers nothing special. */
    public static Step lane(String lane) {
        return worker -> new Claim(LaneId.of(lane), Capabilities.none(), 1, worker, DEFAULT_LEASE, Duration.ZERO);
    }

    /** What is still to be said before it is a request. */
    @FunctionalInterface
    public interface Step {
        /** Who claims. */
        Claim as(WorkerIdentity worker);

        /** Who claims. */
        default Claim as(String worker, String instance) {
            return as(WorkerIdentity.of(worker, instance));
        }
    }

    /** The same for another worker. */
    public Claim as(WorkerIdentity other) {
        return new Claim(lane, offered, max, other, lease, maxWait);
    }

    public Claim offers(String... capabilities) {
        return offers(Capabilities.offered(capabilities));
    }

    public Claim offers(Capabilities capabilities) {
        return new Claim(lane, capabilities, max, worker, lease, maxWait);
    }

    public Claim max(int count) {
        return new Claim(lane, offered, count, worker, lease, maxWait);
    }

    public Claim lease(Duration ttl) {
        return new Claim(lane, offered, max, worker, ttl, maxWait);
    }

    public Claim maxWait(Duration wait) {
        return new Claim(lane, offered, max, worker, lease, wait);
    }
}
