package io.fluxfabric.engine.planted;

import reactor.core.Disposable;
import reactor.core.publisher.Mono;

/** Bears the name of an owner on the list, so it may subscribe, also in a nested class. */
final class OwnedWork {

    Disposable subscribes() {
        return Mono.just("x").subscribe();
    }

    static final class Nested {
        Disposable subscribes() {
            return Mono.just("x").subscribe();
        }
    }
}
