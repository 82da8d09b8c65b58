package io.fluxfabric.engine.task;

import reactor.core.publisher.Mono;

/**
 * What runs an execution.
 *
 * <p>The subscription is cancelled when the lease is lost, and then nothing of what follows may take effect outside. Never block
 * here: see {@link Worker#blocking}.
 */
@FunctionalInterface
public interface TaskHandler {

    /**
     * Does the work. What the Mono emits becomes the result, by the worker's codec; nothing means no result; a
     * {@link TaskOutcome} ends the execution in another way; an error fails the attempt.
     */
    Mono<?> handle(TaskContext task);

    /** The same with the payload read as a value. */
    @FunctionalInterface
    interface OfValue<T> {
        Mono<?> handle(TaskContext task, T value);
    }
}
