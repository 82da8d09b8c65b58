package io.fluxfabric.engine.examples.spring;

import reactor.core.publisher.Mono;

/** Whoever brings the goods. */
@FunctionalInterface
interface Carrier {

    /** The number under which the parcel can be followed. */
    Mono<String> ship(Order order);
}
