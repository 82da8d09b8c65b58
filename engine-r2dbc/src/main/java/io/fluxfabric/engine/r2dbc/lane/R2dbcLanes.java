package io.fluxfabric.engine.r2dbc.lane;

import io.fluxfabric.engine.error.UnavailableException;
import io.fluxfabric.engine.lane.Lane;
import io.fluxfabric.engine.lane.LaneCount;
import io.fluxfabric.engine.lane.Lanes;
import io.fluxfabric.engine.operator.Order;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Lanes of one namespace. */
public final class R2dbcLanes implements Lanes {

    private final Kit kit;

    public R2dbcLanes(Kit kit) {
        this.kit = kit;
    }

    @Override
    public Flux<Lane> list() {
        return Flux.error(new UnavailableException("lane.list", "soon " + kit.namespace()));
    }

    @Override
    public Mono<Lane> pause(String lane, Order order) {
        return Mono.error(new UnavailableException("lane.pause", "soon"));
    }

    @Override
    public Mono<Lane> drain(String lane, Order order) {
        return Mono.error(new UnavailableException("lane.drain", "soon"));
    }

    @Override
    public Mono<Lane> disable(String lane, Order order) {
        return Mono.error(new UnavailableException("lane.disable", "soon"));
    }

    @Override
    public Mono<Lane> resume(String lane, Order order) {
        return Mono.error(new UnavailableException("lane.resume", "soon"));
    }

    @Override
    public Flux<LaneCount> counts() {
        return Flux.error(new UnavailableException("lane.counts", "soon"));
    }
}
