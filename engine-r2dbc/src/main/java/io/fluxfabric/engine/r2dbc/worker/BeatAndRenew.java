package io.fluxfabric.engine.r2dbc.worker;

import io.fluxfabric.engine.id.WorkerInstanceId;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.lease.RenewOutcome;
import io.fluxfabric.engine.r2dbc.coalesce.Batch;
import io.fluxfabric.engine.r2dbc.kit.Answer;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.lease.RenewLeases;
import io.fluxfabric.engine.r2dbc.worker.RenewWithBeat.Renewed;
import io.fluxfabric.engine.worker.Heartbeat;
import io.fluxfabric.engine.worker.HeartbeatOutcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import reactor.core.publisher.Mono;

/**
 * Heartbeats and the renewal of leases in one chain, for any number of instances. What became of a heartbeat travels with each lease
 * that was renewed; only when an instance had none, it has to be asked for.
 */
final class BeatAndRenew implements Batch<BeatAndRenew.Beat, Heartbeat> {

    /** Who is still there, and what it holds. */
    record Beat(WorkerInstanceId instance, List<Handle> leases) {}

    private final Kit kit;
    private final BeatOnce beatOnce;

    BeatAndRenew(Kit kit) {
        this.kit = kit;
        this.beatOnce = new BeatOnce(kit);
    }

    @Override
    public String operation() {
        return beatOnce.operation();
    }

    @Override
    public Object identity(Beat beat) {
        return beat.instance();
    }

    @Override
    public int weight(Beat beat) {
        return 1 + beat.leases().size();
    }

    @Override
    public Mono<List<Answer<Heartbeat>>> serve(List<Beat> beats) {
        return renewed(beats)
                .flatMap(answers -> liveness(beats, answers).map(outcomes -> heartbeats(beats, answers, outcomes)));
    }

    /** An answer for each lease of each of them, in their order. */
    private Mono<List<Answer<Renewed>>> renewed(List<Beat> beats) {
        List<RenewLeases.Renewal> renewals = beats.stream()
                .flatMap(beat -> beat.leases().stream())
                .map(RenewLeases.Renewal::new)
                .toList();
        Set<WorkerInstanceId> instances = beats.stream().map(Beat::instance).collect(Collectors.toSet());
        return new RenewWithBeat(kit, instances).run(kit, renewals);
    }

    private Mono<Map<WorkerInstanceId, HeartbeatOutcome>> liveness(List<Beat> beats, List<Answer<Renewed>> answers) {
        Map<WorkerInstanceId, HeartbeatOutcome> known = new HashMap<>();
        answers.forEach(answer ->
                answer.ifValue(renewed -> renewed.beat().ifPresent(beat -> known.put(renewed.holder(), beat))));
        Set<WorkerInstanceId> unknown =
                beats.stream().map(Beat::instance).collect(Collectors.toCollection(LinkedHashSet::new));
        unknown.removeAll(known.keySet());
        return unknown.isEmpty()
                ? Mono.just(known)
                : beatOnce.run(unknown).map(found -> {
                    known.putAll(found);
                    return known;
                });
    }

    private static List<Answer<Heartbeat>> heartbeats(
            List<Beat> beats, List<Answer<Renewed>> answers, Map<WorkerInstanceId, HeartbeatOutcome> outcomes) {
        Iterator<Answer<Renewed>> next = answers.iterator();
        List<Answer<Heartbeat>> heartbeats = new ArrayList<>();
        for (Beat beat : beats) {
            List<RenewOutcome> renewals = beat.leases().stream()
                    .map(lease -> outcome(lease, next.next()))
                    .toList();
            heartbeats.add(Answer.of(new Heartbeat(Objects.requireNonNull(outcomes.get(beat.instance())), renewals)));
        }
        return heartbeats;
    }

    private static RenewOutcome outcome(Handle lease, Answer<Renewed> answer) {
        return answer.fold(
                done -> new RenewOutcome.Renewed(lease, done.renewal()),
                reason -> new RenewOutcome.Lost(lease, reason));
    }
}
