package io.fluxfabric.engine.task;

import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.ExecutionKind;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.id.Tags;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.state.AttemptType;
import java.time.Duration;
import java.util.Optional;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/**
 * An execution in the hands of its handler.
 *
 * <p>It is also in the Reactor Context of the handler: see {@link #current}. Beside it, for log and trace libraries,
 * {@link #EXECUTION_ID} and, if the execution was submitted with one, {@link #TRACE_PARENT}.
 */
public interface TaskContext {

    /** The key of the execution's id, as a text, in the handler's Reactor Context. */
    String EXECUTION_ID = "fluxfabric.execution_id";

    /** The key of the W3C trace context that the submitter gave, in the handler's Reactor Context. */
    String TRACE_PARENT = "traceparent";

    /** The task whose handler this is part of; empty outside of one. */
    static Optional<TaskContext> current(ContextView context) {
        return context.getOrEmpty(TaskContext.class);
    }

    ExecutionId executionId();

    ExecutionKind kind();

    LaneId lane();

    /** Which attempt this is, counted from 0. An attempt that was interrupted goes on under its number. */
    int attempt();

    /** Why the attempt was made. */
    AttemptType attemptType();

    /** How often the execution has failed and been tried again. */
    int retries();

    /** What the execution was submitted with. */
    Payload payload();

    Optional<String> traceParent();

    /** The tags of the execution as they are now; costs one read. */
    Mono<Tags> tags();

    /**
     * A number that grows with every change of hands: a fencing token for other systems. One that remembers the greatest it saw, and
     * refuses smaller ones, is safe from a worker that lost its lease and does not know it yet.
     */
    long epoch();

    /** What the engine's own calls about this execution want; a secret of its holder. */
    Handle handle();

    /** How long the lease is ours for sure, unless it is renewed, which happens by itself; zero if it is not. */
    Duration remainingLease();

    /** Says how far the execution is. Errors when the lease is lost. */
    Mono<Void> progress(int percent, String message);

    /**
     * Completes if the lease is ours at this moment, and prolongs it; errors with {@code LeaseLostException} or
     * {@code ExecutionNotActiveException} otherwise. Costs one renewal. For the last look before an effect that cannot be repeated.
     */
    Mono<Void> checkFence();
}
