package io.fluxfabric.engine;

import io.fluxfabric.engine.event.Events;
import io.fluxfabric.engine.execution.Executions;
import io.fluxfabric.engine.grant.Grants;
import io.fluxfabric.engine.id.Namespace;
import io.fluxfabric.engine.lane.Lanes;
import io.fluxfabric.engine.lease.Leases;
import io.fluxfabric.engine.operator.Operator;
import io.fluxfabric.engine.reclaim.Reclaims;
import io.fluxfabric.engine.worker.Workers;

/** What the engine offers within one namespace. Nothing reached from here sees or touches another namespace. */
public interface Scope {

    Namespace namespace();

    Executions executions();

    Leases leases();

    Grants grants();

    Reclaims reclaims();

    Operator operator();

    Lanes lanes();

    Workers workers();

    Events events();
}
