package io.fluxfabric.engine.reclaim;

import io.fluxfabric.engine.id.Capabilities;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.WorkerIdentity;
import java.time.Duration;

/**
 * A request to give a worker the right to take over an execution.
 *
 * @param offered what the worker can do; it must cover what the execution requires
 * @param ttl how long the right lasts
 */
public record IssueReclaimGrant(ExecutionId executionId, WorkerIdentity worker, Capabilities offered, Duration ttl) {

    private static final Duration DEFAULT_TTL = Duration.ofSeconds(5);

    public static Step of(ExecutionId id) {
        return worker -> new IssueReclaimGrant(id, worker, Capabilities.none(), DEFAULT_TTL);
    }

    /** What is still to be said before it is a request. */
    @FunctionalInterface
    public interface Step {
        /** To whom. */
        IssueReclaimGrant to(WorkerIdentity worker);

        /** To whom. */
        default IssueReclaimGrant to(String worker, String instance) {
            return to(WorkerIdentity.of(worker, instance));
        }
    }

    public IssueReclaimGrant offers(String... capabilities) {
        return offers(Capabilities.offered(capabilities));
    }

    public IssueReclaimGrant offers(Capabilities capabilities) {
        return new IssueReclaimGrant(executionId, worker, capabilities, ttl);
    }

    public IssueReclaimGrant ttl(Duration duration) {
        return new IssueReclaimGrant(executionId, worker, offered, duration);
    }
}
