package io.fluxfabric.engine.grant;

import io.fluxfabric.engine.id.Capabilities;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.id.WorkerIdentity;
import java.time.Duration;

/**
 * A request for the right to claim whatever comes first on a lane, by priority, then age, that the worker can run.
 *
 * @param ttl how long the right lasts
 */
public record ClaimForWorker(LaneId lane, WorkerIdentity worker, Capabilities offered, Duration ttl) {

    public static Step lane(String lane) {
        return worker -> new ClaimForWorker(LaneId.of(lane), worker, Capabilities.none(), IssueClaimGrant.DEFAULT_TTL);
    }

    /** What is still to be said before it is a request. */
    @FunctionalInterface
    public interface Step {
        /** For whom. */
        ClaimForWorker as(WorkerIdentity worker);

        /** For whom. */
        default ClaimForWorker as(String worker, String instance) {
            return as(WorkerIdentity.of(worker, instance));
        }
    }

    public ClaimForWorker offers(String... capabilities) {
        return offers(Capabilities.offered(capabilities));
    }

    public ClaimForWorker offers(Capabilities capabilities) {
        return new ClaimForWorker(lane, worker, capabilities, ttl);
    }

    public ClaimForWorker ttl(Duration duration) {
        return new ClaimForWorker(lane, worker, offered, duration);
    }
}
