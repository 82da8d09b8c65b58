package io.fluxfabric.engine.execution;

import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.policy.Failure;
import io.fluxfabric.engine.state.PublicState;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The executions of one namespace.
 *
 * <p>Everything is cold. Cancelling a subscription does not undo what was sent to the database: a command either happens as a whole
 * or not at all, and repeating it is safe.
 *
 * <p>Calls with a {@link Handle} are fenced. They error with {@code StaleLeaseException}, {@code LeaseExpiredException} or
 * {@code LeaseRevokedException} when the lease is no longer the caller's, and with {@code ExecutionNotActiveException} when
 * the execution has moved on; then nothing was written. Repeating a call that ended the lease gives its first answer;
 * one that gave the execution back does so until somebody else holds it.
 */
public interface Executions {

    /** Stores an execution. Errors with {@code ConflictException} when its key was used for another request. */
    Mono<SubmitOutcome> submit(Submit submit);

    /**
     * Stores many, in few statements, with one outcome each in the order of the requests. Reads the source as the database
     * keeps up. A refused request ends the answer with its error; the batch it was in may have been stored.
     */
    Flux<SubmitOutcome> submitAll(Publisher<Submit> submits);

    /**
     * Takes executions off a lane, by priority, then age. Empty when there is none the worker can run, or none came within
     * {@code maxWait}. What a caller does not take, because it cancels, is given back; at the latest it comes back when its lease ends.
     */
    Flux<Claimed> claim(Claim claim);

    /** Says how far the execution is. */
    Mono<Void> progress(Handle handle, Progress progress);

    /** Ends an execution well. */
    Mono<Completed> complete(Handle handle, Payload result);

    /** Ends an execution well, without a result. */
    default Mono<Completed> complete(Handle handle) {
        return complete(handle, Payload.none());
    }

    /** Ends an attempt badly; the execution's policy decides whether there is another. */
    Mono<FailOutcome> fail(Handle handle, Failure failure);

    /** Gives the execution back, to be resumed later; a moment in the past means at once. */
    Mono<Delayed> delay(Handle handle, Moment until);

    /** Gives the execution back, to be resumed by anybody at once. */
    Mono<Released> release(Handle handle, String reason);

    /** Ends an execution by the will of its holder. */
    Mono<Cancelled> cancel(Handle handle, String reason);

    /** Everything about an execution; empty when there is none. */
    Mono<Execution> describe(ExecutionId id);

    /** The state of an execution; empty when there is none. */
    Mono<PublicState> state(ExecutionId id);

    /** What an execution was submitted with; empty when there is none. */
    Mono<Payload> payload(ExecutionId id);

    /** What an execution returned; empty unless it has completed. A completion without a result is {@link Payload#none()}. */
    Mono<Payload> result(ExecutionId id);

    /** The attempts at an execution, first one first; empty when there is none. */
    Flux<Attempt> attempts(ExecutionId id);

    /** Why an execution is not running; empty when there is no such execution. */
    Mono<Explanation> explain(ExecutionId id);

    /** Lists executions, oldest first, reading pages as they are asked for. */
    Flux<ExecutionSummary> list(ListExecutions which);

    /** One page of a listing, for callers that keep a cursor. */
    Mono<ExecutionPage> page(ListExecutions which);

    /** Sets a tag, at any time of an execution's life. Errors with {@code NotFoundException}. */
    Mono<Void> setTag(ExecutionId id, String key, String value);

    /** The value of a tag; empty when there is no such tag or no such execution. */
    Mono<String> tag(ExecutionId id, String key);

    /** Removes a tag; true if it was there. Errors with {@code NotFoundException}. */
    Mono<Boolean> removeTag(ExecutionId id, String key);
}
