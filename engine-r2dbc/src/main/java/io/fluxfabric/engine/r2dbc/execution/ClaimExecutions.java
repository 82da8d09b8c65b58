package io.fluxfabric.engine.r2dbc.execution;

import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.id.Capabilities;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.limits.Limit;
import io.fluxfabric.engine.r2dbc.coalesce.Batch;
import io.fluxfabric.engine.r2dbc.kit.Answer;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.kit.Taking;
import io.fluxfabric.engine.r2dbc.kit.WorkerRows;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Chain;
import io.fluxfabric.engine.r2dbc.sql.Rows;
import java.util.List;
import java.util.function.Consumer;
import reactor.core.publisher.Mono;

/**
 * Takes executions off a lane, in one chain over all partitions, for any number of claims with one offer.
 *
 * <ol>
 *   <li>Which routes of the lane can the offer serve? A route is a distinct set of required capabilities, so there are few.
 *   <li>Walk each of them in order of priority, then age, past rows that others are just taking, and keep the best.
 *   <li>Which claims may get work? One place after the other, best first, each in its turn.
 *   <li>Give each its lease: a new epoch, and either a new attempt or the one that was interrupted.
 *   <li>Attempts, lease events and counts of what was taken.
 * </ol>
 */
final class ClaimExecutions implements Batch<ClaimExecutions.Call, ClaimExecutions.Taken> {

    /** One claim; two are never the same, however equal they look. */
    static final class Call {
        private final Claim claim;

        Call(Claim claim) {
            this.claim = claim;
        }

        Claim claim() {
            return claim;
        }
    }

    /** What one claim got, best first; possibly nothing. */
    record Taken(List<Claimed> claimed) {}

    /** What the claims of one statement share. */
    private record Offer(LaneId lane, Capabilities offered) {}

    private static final String PLACES = """
            , places AS (
              SELECT i_lease, i_attempt, c_worker, c_instance, c_ttl, row_number() OVER (ORDER BY i.ord) AS i_place
                FROM {ROWS i(i_lease uuid, i_attempt uuid, i_claim integer)}
                JOIN {ROWS c(c_worker text, c_instance text, c_ttl bigint)} ON c.ord = i_claim
               WHERE %s
            )
            """.formatted(WorkerRows.mayClaim("c_instance"));

    /**
     * What was picked, each beside its place. Both are laid one upon the other, and each pick looks at the row before it: sorting a
     * thousand rows takes a millisecond. A join of the two would be a nested loop, since the planner expects a single pick.
     */
    private static final String TAKEN = """
            (SELECT p_partition AS n_partition, p_execution AS n_execution, n_lease, n_attempt, n_worker, n_instance, n_ttl
               FROM (SELECT z_pick, p_partition, p_execution, lag(i_lease) OVER w AS n_lease, lag(i_attempt) OVER w AS n_attempt,
                            lag(c_worker) OVER w AS n_worker, lag(c_instance) OVER w AS n_instance, lag(c_ttl) OVER w AS n_ttl
                       FROM (SELECT i_place AS z_place, 0 AS z_pick, CAST(NULL AS integer) AS p_partition,
                                    CAST(NULL AS {UUID}) AS p_execution, i_lease, i_attempt, c_worker, c_instance, c_ttl
                               FROM places
                              UNION ALL
                             SELECT p_place, 1, p_partition, p_execution, CAST(NULL AS {UUID}), CAST(NULL AS {UUID}),
                                    CAST(NULL AS text), CAST(NULL AS text), CAST(NULL AS bigint)
                               FROM picked) AS z
                     WINDOW w AS (ORDER BY z_place, z_pick)) AS zipped
              WHERE z_pick = 1 AND n_lease IS NOT NULL) AS n""";

    static final Chain CLAIM =
            Taking.claim(Taking.PICKED + PLACES, TAKEN, Taking.lease("n_worker", "n_instance", "n_ttl"));

    private final Kit kit;
    private final Consumer<Claimed> giveBack;

    /** @param giveBack takes what was claimed for somebody who has left meanwhile */
    ClaimExecutions(Kit kit, Consumer<Claimed> giveBack) {
        this.kit = kit;
        this.giveBack = giveBack;
    }

    /** Throws what is wrong with a claim in itself. */
    void check(Claim claim) {
        kit.limits().checkBatch("max", Limit.CLAIM_BATCH, claim.max());
        kit.limits().checkLeaseTtl(claim.lease());
        kit.limits().checkClaimWait(claim.maxWait());
    }

    @Override
    public String operation() {
        return "execution.claim";
    }

    @Override
    public Object identity(Call call) {
        return call;
    }

    @Override
    public Object group(Call call) {
        return new Offer(call.claim().lane(), call.claim().offered());
    }

    @Override
    public int weight(Call call) {
        return call.claim().max();
    }

    @Override
    public void unheard(Taken taken) {
        taken.claimed().forEach(giveBack);
    }

    void giveBack(Claimed claimed) {
        giveBack.accept(claimed);
    }

    @Override
    public Mono<List<Answer<Taken>>> serve(List<Call> calls) {
        return Mono.defer(() -> {
            ClaimPlaces places = new ClaimPlaces(kit.mint(), calls);
            return kit.tx()
                    .chain(
                            operation(),
                            CLAIM,
                            binds(calls, places),
                            row -> Taking.claimed(
                                    kit,
                                    row,
                                    places.ofLease(row.uuid("lease_id")).lease()))
                    .map(places::dealt);
        });
    }

    Binds binds(List<Call> calls, ClaimPlaces places) {
        Claim any = calls.get(0).claim();
        return kit.binds()
                .and("lane", any.lane().value())
                .and("max", places.count())
                .andRows("o", Rows.of(any.offered().tokens(), Rows::row))
                .andRows("c", Rows.of(calls, ClaimExecutions::claimer))
                .andRows("i", places.rows());
    }

    private static Object[] claimer(Call call) {
        Claim claim = call.claim();
        return new Object[] {
            claim.worker().worker().value(),
            claim.worker().instance().value(),
            claim.lease().toMillis()
        };
    }
}
