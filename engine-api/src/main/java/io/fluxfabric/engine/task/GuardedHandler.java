package io.fluxfabric.engine.task;

import io.fluxfabric.engine.id.ExecutionKind;
import java.util.Objects;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;

/**
 * Calls a handler and subscribes to what it returns, under watch. Whatever is thrown on the way becomes an error of the
 * attempt: also what Reactor takes for fatal and passes by every operator, such as a missing class, because otherwise the execution
 * would be held for ever by a handler that is not there.
 */
final class GuardedHandler extends Mono<Object> {

    private final BlockingWatch watch;
    private final TaskHandler handler;
    private final RunningTask task;

    GuardedHandler(BlockingWatch watch, TaskHandler handler, RunningTask task) {
        this.watch = watch;
        this.handler = handler;
        this.task = task;
    }

    @Override
    public void subscribe(CoreSubscriber<? super Object> actual) {
        watch.watch(task.kind(), () -> begin(new CalmCancellation(actual, task.kind())));
    }

    private void begin(CoreSubscriber<Object> actual) {
        task.begin();
        try {
            Mono<?> work = Objects.requireNonNull(handler.handle(task), () -> noMono(task.kind()));
            work.subscribe(actual);
        } catch (Throwable thrown) {
            Operators.reportThrowInSubscribe(actual, recoverable(thrown));
        }
    }

    private static String noMono(ExecutionKind kind) {
        return "the handler of " + kind + " returned null instead of a Mono";
    }

    private static Throwable recoverable(Throwable thrown) {
        return thrown instanceof Exception ? thrown : new HandlerCrashed(thrown);
    }

    /** What the handler threw, without what it was wrapped in so that it can be carried or thrown by a call that blocks. */
    static Throwable thrownBy(Throwable error) {
        return error instanceof HandlerCrashed crash && crash.getCause() != null
                ? crash.getCause()
                : Exceptions.unwrap(error);
    }

    /** Something worse than an exception was thrown. */
    static final class HandlerCrashed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        HandlerCrashed(Throwable thrown) {
            super(thrown.toString(), thrown);
        }
    }
}
