package io.fluxfabric.engine.r2dbc.lane;

import io.fluxfabric.engine.lane.Lane;
import io.fluxfabric.engine.lane.LaneCount;
import io.fluxfabric.engine.lane.Lanes;
import io.fluxfabric.engine.operator.Order;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.state.LaneState;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Lanes of one namespace; every verb is a class of its own, and this one only delegates. */
public final class R2dbcLanes implements Lanes {

    private final ListLanes list;
    private final ChangeLane change;
    private final CountLanes count;

    public R2dbcLanes(Kit kit) {
        this.list = new ListLanes(kit);
        this.change = new ChangeLane(kit, list);
        this.count = new CountLanes(kit);
    }

    @Override
    public Flux<Lane> list() {
        return list.all();
    }

    @Override
    public Mono<Lane> pause(String lane, Order order) {
        return change.to(LaneState.PAUSED, lane, order);
    }

    @Override
    public Mono<Lane> drain(String lane, Order order) {
        return change.to(LaneState.DRAINING, lane, order);
    }

    @Override
    public Mono<Lane> disable(String lane, Order order) {
        return change.to(LaneState.DISABLED, lane, order);
    }

    @Override
    public Mono<Lane> resume(String lane, Order order) {
        return change.to(LaneState.ACTIVE, lane, order);
    }

    @Override
    public Flux<LaneCount> counts() {
        return count.all();
    }
}
