package io.fluxfabric.engine.grant;

import io.fluxfabric.engine.id.Capabilities;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.WorkerIdentity;
import java.time.Duration;

/**
 * A request to give a worker the right to claim an execution.
 *
 * @param offered what the worker can do; it must cover what the execution requires
 * @param ttl how long the right lasts
 */
public record IssueClaimGrant(ExecutionId executionId, WorkerIdentity worker, Capabilities offered, Duration ttl) {

    /** How long a grant lasts unless another time is given. */
    public static final Duration DEFAULT_TTL = Duration.ofSeconds(5);

    public static Step of(ExecutionId id) {
        return worker -> new IssueClaimGrant(id, worker, Capabilities.none(), DEFAULT_TTL);
    }

    /** What is still to be said before it is a request. */
    @FunctionalInterface
    public interface Step {
        /** To whom. */
        IssueClaimGrant to(WorkerIdentity worker);

        /** To whom. */
        default IssueClaimGrant to(String worker, String instance) {
            return to(WorkerIdentity.of(worker, instance));
        }
    }

    public IssueClaimGrant offers(String... capabilities) {
        return offers(Capabilities.offered(capabilities));
    }

    public IssueClaimGrant offers(Capabilities capabilities) {
        return new IssueClaimGrant(executionId, worker, capabilities, ttl);
    }

    public IssueClaimGrant ttl(Duration duration) {
        return new IssueClaimGrant(executionId, worker, offered, duration);
    }
}
