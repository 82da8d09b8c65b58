package io.fluxfabric.engine.task;

import io.fluxfabric.engine.execution.FailOutcome;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.ExecutionKind;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.policy.Failure;
import java.time.Duration;
import java.time.Instant;

/** What a running worker has to tell. */
public sealed interface WorkerEvent {

    /** Something about one execution. */
    sealed interface OfTask extends WorkerEvent {
        ExecutionId executionId();

        ExecutionKind kind();
    }

    /** The instance is in the registry; again after it had lapsed. */
    record Registered(WorkerIdentity worker) implements WorkerEvent {}

    /** The registry did not answer; it is asked again. */
    record RegistrationFailed(Throwable error) implements WorkerEvent {}

    /** An execution was claimed and its handler is being called. */
    record Started(ExecutionId executionId, ExecutionKind kind, int attempt) implements OfTask {}

    /** An execution ended well, and the database has said so. */
    record Completed(ExecutionId executionId, ExecutionKind kind) implements OfTask {}

    /** An attempt failed; the outcome tells whether there is another. */
    record Failed(ExecutionId executionId, ExecutionKind kind, Failure failure, FailOutcome outcome)
            implements OfTask {}

    /** An execution was given back, for anybody to go on with at once. */
    record Released(ExecutionId executionId, ExecutionKind kind, String reason) implements OfTask {}

    /** An execution was given back, to go on later. */
    record Delayed(ExecutionId executionId, ExecutionKind kind, Instant until, String reason) implements OfTask {}

    /** A handler cancelled its execution. */
    record Cancelled(ExecutionId executionId, ExecutionKind kind, String reason) implements OfTask {}

    /** An execution is no longer this worker's: its handler was cancelled, or what the handler said came too late. */
    record LeaseLost(ExecutionId executionId, ExecutionKind kind, Throwable reason) implements OfTask {}

    /** Renewal could not be confirmed in time, so the handler was cancelled before the lease could end. */
    record FencedItself(ExecutionId executionId, ExecutionKind kind) implements OfTask {}

    /** This worker serves no such kind; the execution is given back, to go on later. */
    record NoHandler(ExecutionId executionId, ExecutionKind kind, Duration delay) implements OfTask {}

    /** The end of an execution could not be told to the database; its lease ends by itself. */
    record Abandoned(ExecutionId executionId, ExecutionKind kind, Throwable error) implements OfTask {}

    /** A claim failed; the next one follows after a pause. */
    record ClaimFailed(Throwable error, Duration pause) implements WorkerEvent {}

    /** A renewal of so many leases failed; it is tried again after a pause. */
    record RenewalFailed(Throwable error, int leases, Duration pause) implements WorkerEvent {}

    /** An operator wants this instance to take no new work, or to take it again. */
    record DrainAsked(boolean draining) implements WorkerEvent {}

    /** A handler kept a thread that must not block for so long; told once for each kind. */
    record BlockingHandler(ExecutionKind kind, String thread, Duration held, String advice) implements WorkerEvent {}

    /** The worker takes no new work and waits for what runs. */
    record Draining(int running) implements WorkerEvent {}

    /**
     * The last event of a worker that was told to end.
     *
     * @param eventsMissed how many events were dropped because nobody took them
     */
    record Drained(WorkerIdentity worker, long eventsMissed) implements WorkerEvent {}
}
