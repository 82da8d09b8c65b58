package io.fluxfabric.engine.r2dbc.reconcile;

import io.fluxfabric.engine.r2dbc.kit.LockedRows;
import io.fluxfabric.engine.r2dbc.reconcile.Verdict.Kind;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Rows;
import io.fluxfabric.engine.r2dbc.sql.Session;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The verdicts on a batch of locked executions, carried out kind by kind, with one chain each. */
final class Judgement {

    private final Map<Kind, Rows> rows = new EnumMap<>(Kind.class);

    private Judgement() {}

    static Judgement of(List<Overdue> found, Function<Overdue, Verdict> judge) {
        Judgement judgement = new Judgement();
        for (Overdue one : found) {
            Verdict verdict = judge.apply(one);
            judgement
                    .rows
                    .computeIfAbsent(verdict.kind(), first -> new Rows())
                    .add(LockedRows.row(one.id(), one.leased(), verdict.atMs()));
        }
        return judgement;
    }

    /**
     * Does what was decided, and tells how many executions it moved.
     *
     * @param reason what the events of lost leases say, beside that they are lost
     */
    Mono<Long> carryOut(Session session, Optional<String> reason) {
        return Flux.fromIterable(rows.entrySet())
                .concatMap(group -> carryOut(session, group.getKey(), group.getValue(), reason))
                .reduce(0L, Long::sum);
    }

    private static Mono<Long> carryOut(Session session, Kind kind, Rows rows, Optional<String> reason) {
        Binds binds = Binds.rows("d", rows).and("reason", reason.orElse(null), String.class);
        return session.chain(VerdictChains.of(kind), binds, row -> 1)
                .map(moved -> kind == Kind.LOOK_LATER ? 0L : moved.size());
    }
}
