package io.fluxfabric.engine.r2dbc.coalesce;

import io.fluxfabric.engine.r2dbc.kit.Answer;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.MonoSink;

/** One call and the caller who waits for its answer, if there is one. */
final class Waiting<Q, A> {

    private static final Logger log = LoggerFactory.getLogger(Waiting.class);

    private enum State {
        WAITS,
        LEFT,
        ANSWERED
    }

    private final Q request;
    private final @Nullable MonoSink<A> caller;
    private final AtomicReference<State> state = new AtomicReference<>(State.WAITS);

    private Waiting(Q request, @Nullable MonoSink<A> caller) {
        this.request = request;
        this.caller = caller;
    }

    static <Q, A> Waiting<Q, A> of(Q request, MonoSink<A> caller) {
        Waiting<Q, A> call = new Waiting<>(request, caller);
        caller.onCancel(call::leave);
        return call;
    }

    /** A call whose answer nobody waits for. */
    static <Q, A> Waiting<Q, A> ofNobody(Q request) {
        return new Waiting<>(request, null);
    }

    Q request() {
        return request;
    }

    private void leave() {
        state.compareAndSet(State.WAITS, State.LEFT);
    }

    boolean hasLeft() {
        return state.get() == State.LEFT;
    }

    /** Gives the caller its answer, or whoever is to have it when the caller has gone. */
    void deliver(Answer<A> answer, Consumer<A> unheard) {
        if (caller == null) {
            answer.ifError(this::noted);
        } else if (state.compareAndSet(State.WAITS, State.ANSWERED)) {
            answer.deliverTo(caller);
        } else {
            answer.ifValue(unheard);
        }
    }

    void fail(Throwable error) {
        if (caller == null) {
            noted(error);
        } else {
            caller.error(error);
        }
    }

    private void noted(Throwable error) {
        log.debug(
                "{} failed, and nobody waits for its answer", request.getClass().getSimpleName(), error);
    }
}
