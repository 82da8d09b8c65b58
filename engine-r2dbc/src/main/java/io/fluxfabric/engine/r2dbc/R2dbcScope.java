package io.fluxfabric.engine.r2dbc;

import io.fluxfabric.engine.Scope;
import io.fluxfabric.engine.event.Events;
import io.fluxfabric.engine.execution.Executions;
import io.fluxfabric.engine.grant.Grants;
import io.fluxfabric.engine.id.Namespace;
import io.fluxfabric.engine.lane.Lanes;
import io.fluxfabric.engine.lease.Leases;
import io.fluxfabric.engine.operator.Operator;
import io.fluxfabric.engine.r2dbc.coalesce.Coalescers;
import io.fluxfabric.engine.r2dbc.event.R2dbcEvents;
import io.fluxfabric.engine.r2dbc.execution.R2dbcExecutions;
import io.fluxfabric.engine.r2dbc.grant.R2dbcGrants;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.lane.R2dbcLanes;
import io.fluxfabric.engine.r2dbc.lease.R2dbcLeases;
import io.fluxfabric.engine.r2dbc.operator.R2dbcOperator;
import io.fluxfabric.engine.r2dbc.reclaim.R2dbcReclaims;
import io.fluxfabric.engine.r2dbc.reconcile.LeasesOfTheDead;
import io.fluxfabric.engine.r2dbc.wake.WakeUps;
import io.fluxfabric.engine.r2dbc.worker.R2dbcWorkers;
import io.fluxfabric.engine.reclaim.Reclaims;
import io.fluxfabric.engine.worker.Workers;

/** The capabilities of one namespace. */
final class R2dbcScope implements Scope {

    private final Kit kit;
    private final Executions executions;
    private final Leases leases;
    private final Workers workers;

    R2dbcScope(Kit kit, Coalescers coalescers, WakeUps wakeUps, LeasesOfTheDead leasesOfTheDead) {
        this.kit = kit;
        this.executions = new R2dbcExecutions(kit, coalescers, wakeUps);
        this.leases = new R2dbcLeases(kit, coalescers);
        this.workers = new R2dbcWorkers(kit, coalescers, leasesOfTheDead);
    }

    @Override
    public Namespace namespace() {
        return kit.namespace();
    }

    @Override
    public Executions executions() {
        return executions;
    }

    @Override
    public Leases leases() {
        return leases;
    }

    @Override
    public Grants grants() {
        return new R2dbcGrants(kit);
    }

    @Override
    public Reclaims reclaims() {
        return new R2dbcReclaims(kit);
    }

    @Override
    public Operator operator() {
        return new R2dbcOperator(kit);
    }

    @Override
    public Lanes lanes() {
        return new R2dbcLanes(kit);
    }

    @Override
    public Workers workers() {
        return workers;
    }

    @Override
    public Events events() {
        return new R2dbcEvents(kit);
    }
}
