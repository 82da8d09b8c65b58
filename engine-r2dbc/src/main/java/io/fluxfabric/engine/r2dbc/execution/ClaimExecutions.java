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

    /**
     * Materialized, because a planner that knows nothing of a young table yet expects one row of {@code picked}, and would number
     * the places anew for each.
     */
    private static final String PLACES = """
            , places AS MATERIALIZED (
              SELECT i_lease, i_attempt, c_worker, c_instance, c_ttl, row_number() OVER (ORDER BY i.ord) AS i_place
                FROM {ROWS i(i_lease uuid, i_attempt uuid, i_claim integer)}
                JOIN {ROWS c(c_worker text, c_instance text, c_ttl bigint)} ON c.ord = i_claim
               WHERE %s
            )
            """.formatted(WorkerRows.mayClaim("c_instance"));

    static final Chain CLAIM =
            Taking.claim(Taking.PICKED + PLACES, """
            (SELECT p_partition AS n_partition, p_execution AS n_execution, i_lease AS n_lease, i_attempt AS n_attempt,
                    c_worker AS n_worker, c_instance AS n_instance, c_ttl AS n_ttl
               FROM picked JOIN places ON i_place = p_place) AS n""", Taking.lease("n_worker", "n_instance", "n_ttl"));

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
