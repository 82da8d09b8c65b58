package io.fluxfabric.engine.lane;

import io.fluxfabric.engine.operator.Order;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The lanes of one namespace. A lane exists from the first execution submitted to it, or from the first word about it here. */
public interface Lanes {

    /** All lanes by name, reading pages as they are asked for. */
    Flux<Lane> list();

    /** Hands out nothing more; what is submitted waits. */
    Mono<Lane> pause(String lane, Order order);

    /** Takes nothing more; what is there is handed out. */
    Mono<Lane> drain(String lane, Order order);

    /** Takes nothing and hands out nothing. */
    Mono<Lane> disable(String lane, Order order);

    /** Takes and hands out. */
    Mono<Lane> resume(String lane, Order order);

    /** How many executions each lane has in each state, from kept counts: it does not look at the executions. */
    Flux<LaneCount> counts();
}
