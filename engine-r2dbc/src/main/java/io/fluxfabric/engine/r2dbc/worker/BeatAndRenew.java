package io.fluxfabric.engine.r2dbc.worker;

import io.fluxfabric.engine.id.WorkerInstanceId;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.lease.LeaseRenewal;
import io.fluxfabric.engine.lease.RenewOutcome;
import io.fluxfabric.engine.limits.Limit;
import io.fluxfabric.engine.r2dbc.kit.Answer;
import io.fluxfabric.engine.r2dbc.kit.FencedVerb;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.kit.LeaseEnd;
import io.fluxfabric.engine.r2dbc.lease.RenewLeases;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Chain;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.worker.Heartbeat;
import io.fluxfabric.engine.worker.HeartbeatOutcome;
import io.fluxfabric.engine.worker.HeartbeatOutcome.NotRegistered;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * A heartbeat and the renewal of leases in one chain. What became of the heartbeat travels with each lease that was renewed; only
 * when none was, it has to be asked for.
 */
final class BeatAndRenew implements FencedVerb<RenewLeases.Renewal, BeatAndRenew.Renewed> {

    /** A renewal, and what became of the heartbeat. */
    record Renewed(LeaseRenewal renewal, HeartbeatOutcome liveness) {}

    private static final Chain BEAT_AND_RENEW = Chain.of("beat(" + BeatOnce.COLUMNS + ")", BeatOnce.STATEMENT)
            .step("renewed(" + RenewLeases.COLUMNS + ")", RenewLeases.STATEMENT)
            .step("told(" + RenewLeases.COLUMNS + ", " + BeatOnce.COLUMNS + ")", """
                    SELECT partition_key, execution_id, lease_epoch, lease_expires_at_ms, beat_until_ms, beat_draining
                      FROM {STEP renewed} LEFT JOIN {STEP beat} ON 1 = 1""");

    private final Kit kit;
    private final WorkerInstanceId instance;
    private final RenewLeases renew;

    BeatAndRenew(Kit kit, WorkerInstanceId instance) {
        this.kit = kit;
        this.instance = instance;
        this.renew = new RenewLeases(kit);
    }

    Mono<Heartbeat> run(List<Handle> handles) {
        return Mono.defer(() -> {
            if (handles.isEmpty()) {
                return new BeatOnce(kit).run(instance).map(liveness -> new Heartbeat(liveness, List.of()));
            }
            kit.limits().checkBatch("leases", Limit.RENEW_BATCH, handles.size());
            List<Handle> leases = List.copyOf(handles);
            return run(kit, leases.stream().map(RenewLeases.Renewal::new).toList())
                    .flatMap(answers -> liveness(answers).map(liveness -> heartbeat(liveness, leases, answers)));
        });
    }

    private Mono<HeartbeatOutcome> liveness(List<Answer<Renewed>> answers) {
        return answers.stream()
                .map(answer ->
                        answer.fold(done -> Optional.of(done.liveness()), lost -> Optional.<HeartbeatOutcome>empty()))
                .flatMap(Optional::stream)
                .findFirst()
                .map(Mono::just)
                .orElseGet(() -> new BeatOnce(kit).run(instance));
    }

    private static Heartbeat heartbeat(HeartbeatOutcome liveness, List<Handle> leases, List<Answer<Renewed>> answers) {
        List<RenewOutcome> outcomes = new ArrayList<>();
        for (int place = 0; place < leases.size(); place++) {
            Handle handle = leases.get(place);
            outcomes.add(answers.get(place)
                    .fold(
                            done -> new RenewOutcome.Renewed(handle, done.renewal()),
                            reason -> new RenewOutcome.Lost(handle, reason)));
        }
        return new Heartbeat(liveness, outcomes);
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
    public Binds binds(Kit with) {
        return with.binds().and("instance", instance.value());
    }

    @Override
    public @Nullable Object[] row(RenewLeases.Renewal renewal) {
        return renew.row(renewal);
    }

    @Override
    public Renewed done(RenewLeases.Renewal renewal, RowReader row) {
        boolean alive = row.numberOrNull("beat_until_ms") != null;
        return new Renewed(renew.done(renewal, row), alive ? BeatOnce.refreshed(row) : new NotRegistered());
    }

    /** A renewal ends no lease, so no end of a lease is a repetition of one. */
    @Override
    public Optional<Renewed> repeated(RenewLeases.Renewal renewal, LeaseEnd end) {
        return Optional.empty();
    }
}
