package io.fluxfabric.engine.r2dbc.wake;

import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.id.Namespace;

/** A lane of a namespace. */
public record LaneKey(Namespace namespace, LaneId lane) {}
