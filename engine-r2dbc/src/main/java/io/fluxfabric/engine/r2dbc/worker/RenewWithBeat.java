package io.fluxfabric.engine.r2dbc.worker;

import io.fluxfabric.engine.id.WorkerInstanceId;
import io.fluxfabric.engine.lease.LeaseRenewal;
import io.fluxfabric.engine.r2dbc.kit.FencedVerb;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.kit.LeaseEnd;
import io.fluxfabric.engine.r2dbc.lease.RenewLeases;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Chain;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.worker.HeartbeatOutcome;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The renewal of leases, in one chain with the heartbeats of those who hold them. */
final class RenewWithBeat implements FencedVerb<RenewLeases.Renewal, RenewWithBeat.Renewed> {

    /** A renewal, who holds the lease, and what became of its heartbeat if it was one of those who beat. */
    record Renewed(LeaseRenewal renewal, WorkerInstanceId holder, Optional<HeartbeatOutcome> beat) {}

    private static final Chain BEAT_AND_RENEW = Chain.of("beat(" + BeatOnce.COLUMNS + ")", BeatOnce.STATEMENT)
            .step("renewed(" + RenewLeases.COLUMNS + ")", RenewLeases.STATEMENT)
            .step("told(" + RenewLeases.COLUMNS + ", " + BeatOnce.COLUMNS + ")", """
                    SELECT partition_key, execution_id, lease_epoch, lease_expires_at_ms, lease_worker_instance_id,
                           beat_instance, beat_until_ms, beat_draining
                      FROM {STEP renewed} LEFT JOIN {STEP beat} ON beat_instance = lease_worker_instance_id""");

    private final RenewLeases renew;
    private final Collection<WorkerInstanceId> instances;

    RenewWithBeat(Kit kit, Collection<WorkerInstanceId> instances) {
        this.renew = new RenewLeases(kit);
        this.instances = instances;
    }

    @Override
    public String operation() {
        return "worker.heartbeat";
    }

    @Override
    public Chain chain() {
        return BEAT_AND_RENEW;
    }

    @Override
    public boolean isUpkeep() {
        return true;
    }

    @Override
    public Binds binds(Kit kit) {
        return kit.binds().andRows("b", BeatOnce.rows(instances));
    }

    @Override
    public @Nullable Object[] row(RenewLeases.Renewal renewal) {
        return renew.row(renewal);
    }

    @Override
    public Renewed done(RenewLeases.Renewal renewal, RowReader row) {
        boolean beat = row.numberOrNull("beat_until_ms") != null;
        return new Renewed(
                renew.done(renewal, row),
                WorkerInstanceId.of(row.text("lease_worker_instance_id")),
                beat ? Optional.of(BeatOnce.refreshed(row)) : Optional.empty());
    }

    /** A renewal ends no lease, so no end of a lease is a repetition of one. */
    @Override
    public Optional<Renewed> repeated(RenewLeases.Renewal renewal, LeaseEnd end) {
        return Optional.empty();
    }
}
