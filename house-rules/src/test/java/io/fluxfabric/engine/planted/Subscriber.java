package io.fluxfabric.engine.planted;

import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Subscribes without being on the list. */
final class Subscriber {

    Disposable subscribes() {
        return Mono.just("x").subscribe();
    }

    Runnable subscribesInLambda() {
        return () -> Flux.just("x").subscribe();
    }
}
