package io.fluxfabric.engine.r2dbc.execution;

import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.limits.Limit;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.kit.Taking;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Chain;
import io.fluxfabric.engine.r2dbc.sql.Rows;
import io.fluxfabric.engine.r2dbc.wake.LaneKey;
import io.fluxfabric.engine.r2dbc.wake.LaneSignals;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Takes executions off a lane, in one chain over all partitions.
 *
 * <ol>
 *   <li>Which routes of the lane can this worker serve? A route is a distinct set of required capabilities, so there are few.
 *   <li>Walk each of them in order of priority, then age, past rows that others are just taking, and keep the best.
 *   <li>Give each its lease: a new epoch, and either a new attempt or the one that was interrupted.
 *   <li>Attempts, lease events and counts of what was taken.
 * </ol>
 */
final class ClaimExecutions {

    private static final Duration POLL = Duration.ofMillis(100);

    static final Chain CLAIM = Taking.claim(Taking.PICKED, """
            (SELECT p_partition AS n_partition, p_execution AS n_execution, i_lease AS n_lease, i_attempt AS n_attempt
               FROM picked JOIN {ROWS i(i_lease uuid, i_attempt uuid)} ON i.ord = p_place) AS n""");

    private final Kit kit;
    private final LaneSignals signals;

    ClaimExecutions(Kit kit, LaneSignals signals) {
        this.kit = kit;
        this.signals = signals;
    }

    /**
     * Claims, and asks again until there is something or the time is up: when a commit of this process made something claimable on
     * the lane, and now and then anyway. Whether the time is up is asked between two claims only: the answer of one that is on
     * its way is never thrown away.
     */
    Flux<Claimed> run(Claim claim) {
        return Mono.defer(() -> {
                    kit.limits().checkClaimWait(claim.maxWait());
                    return claim.maxWait().isZero() ? now(claim) : untilThereIsSomething(claim);
                })
                .flatMapIterable(claimed -> claimed);
    }

    private Mono<List<Claimed>> untilThereIsSomething(Claim claim) {
        LaneKey lane = new LaneKey(kit.namespace(), claim.lane());
        long end = kit.timer().now(TimeUnit.MILLISECONDS) + claim.maxWait().toMillis();
        // Taken before each look, so that what happens after the look completes it.
        AtomicReference<Mono<Void>> hint = new AtomicReference<>(Mono.never());
        return Mono.defer(() -> {
                    hint.set(signals.next(lane));
                    return now(claim);
                })
                .filter(claimed -> !claimed.isEmpty())
                .repeatWhenEmpty(rounds -> rounds.takeWhile(round -> kit.timer().now(TimeUnit.MILLISECONDS) < end)
                        .concatMap(round -> hintOrTime(hint).thenReturn(round)));
    }

    private Mono<Void> hintOrTime(AtomicReference<Mono<Void>> hint) {
        return Mono.firstWithSignal(
                Objects.requireNonNull(hint.get()),
                Mono.delay(POLL, kit.timer()).then());
    }

    /** Claims now; an empty list when there is nothing. Best first. */
    Mono<List<Claimed>> now(Claim claim) {
        return Mono.defer(() -> {
                    Binds binds = binds(claim);
                    return kit.tx()
                            .chain("execution.claim", CLAIM, binds, row -> Taking.claimed(kit, row, claim.lease()));
                })
                .map(ClaimExecutions::inOrder);
    }

    Binds binds(Claim claim) {
        kit.limits().checkBatch("max", Limit.CLAIM_BATCH, claim.max());
        kit.limits().checkLeaseTtl(claim.lease());
        Rows ids = new Rows();
        for (int place = 0; place < claim.max(); place++) {
            ids.add(kit.mint().lease().value(), kit.mint().attempt().value());
        }
        return Taking.bind(kit.binds(), claim.worker(), claim.lease())
                .and("lane", claim.lane().value())
                .and("max", claim.max())
                .andRows("o", Rows.of(claim.offered().tokens(), Rows::row))
                .andRows("i", ids);
    }

    /** An UPDATE returns its rows in the order it met them. */
    private static List<Claimed> inOrder(List<Claimed> claimed) {
        return claimed.stream()
                .sorted(Comparator.comparing(Claimed::priority)
                        .reversed()
                        .thenComparing(Claimed::createdAt)
                        .thenComparing(one -> one.executionId().uuid().toString()))
                .toList();
    }
}
