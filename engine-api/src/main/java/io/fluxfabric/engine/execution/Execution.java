package io.fluxfabric.engine.execution;

import io.fluxfabric.engine.id.Capabilities;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.ExecutionKind;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.id.Namespace;
import io.fluxfabric.engine.id.Priority;
import io.fluxfabric.engine.id.Tags;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.policy.ExecutionPolicy;
import io.fluxfabric.engine.state.BlockingReason;
import io.fluxfabric.engine.state.PublicState;
import io.fluxfabric.engine.state.StateVector;
import java.time.Instant;
import java.util.Optional;

/**
 * Everything about one execution but its payload and its result, as of one moment.
 *
 * @param attempts how many attempts were made
 * @param lease who holds it, if somebody does
 * @param progress what its worker last said
 * @param failure what its last failure was
 * @param version grows with every change
 */
public record Execution(
        ExecutionId id,
        Namespace namespace,
        LaneId lane,
        ExecutionKind kind,
        Priority priority,
        Capabilities required,
        ExecutionPolicy policy,
        StateVector state,
        Optional<String> blockingDetail,
        Attempts attempts,
        Optional<Lease> lease,
        Optional<ReportedProgress> progress,
        Optional<FailureNote> failure,
        Optional<Cancellation> cancellation,
        Times times,
        Tags tags,
        Optional<String> creator,
        Optional<String> traceParent,
        long version) {

    public PublicState publicState() {
        return state.publicState();
    }

    public BlockingReason blockingReason() {
        return state.blocking();
    }

    /** How often it was tried, tried again, replayed and taken over. */
    public record Attempts(int total, Optional<Integer> currentIndex, int retries, int replays, int reclaims) {}

    /** A live lease. The secret by which its holder is known is not part of it. */
    public record Lease(WorkerIdentity holder, long epoch, Instant acquiredAt, Instant expiresAt) {}

    /** What its worker said about how far it is. */
    public record ReportedProgress(Optional<Integer> percent, Optional<String> message, Instant at) {}

    /** Why it failed last. */
    public record FailureNote(String reason, Optional<String> category) {}

    /** Who cancelled it and why. */
    public record Cancellation(Optional<String> by, Optional<String> reason) {}

    /** When what happened, on the database's clock. */
    public record Times(
            Instant createdAt,
            Optional<Instant> startedAt,
            Optional<Instant> terminalAt,
            Optional<Instant> delayUntil,
            Optional<Instant> deadline,
            Optional<Instant> attemptTimeoutAt,
            Instant lastTransitionAt,
            Instant lastMutationAt) {}
}
