package io.fluxfabric.engine.lane;

import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.state.PublicState;

/** How many executions of a lane are in a state. */
public record LaneCount(LaneId lane, PublicState publicState, long executions) {}
