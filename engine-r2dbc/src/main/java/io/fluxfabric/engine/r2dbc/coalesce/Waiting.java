package io.fluxfabric.engine.r2dbc.coalesce;

import io.fluxfabric.engine.r2dbc.kit.Answer;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** One call and the caller who waits for its answer. */
final class Waiting<Q, A> {

    private final Q request;
    private final Sinks.One<A> answer = Sinks.one();
    private volatile boolean left;

    Waiting(Q request) {
        this.request = request;
    }

    Q request() {
        return request;
    }

    Mono<A> answer() {
        return answer.asMono();
    }

    void leave() {
        left = true;
    }

    boolean hasLeft() {
        return left;
    }

    void deliver(Answer<A> given) {
        given.deliverTo(answer);
    }

    void fail(Throwable error) {
        answer.tryEmitError(error);
    }
}
