package io.fluxfabric.engine.r2dbc.sql;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * One run of a {@link Chain} step by step, for databases that cannot do it in one statement. The clock is read once, before the first
 * step, so that all of them see one instant as the steps of one statement do.
 */
final class ChainRun {

    private static final Sql CLOCK = Sql.of("SELECT {NOW} AS now_ms WHERE :once = 1");

    private final Session session;
    private final Chain chain;
    private final Binds binds;
    private final Map<RowsTemplate, Rows> returned = new HashMap<>();

    ChainRun(Session session, Chain chain, Binds binds) {
        this.session = session;
        this.chain = chain;
        this.binds = binds;
    }

    <T> Mono<List<T>> run(Function<RowReader, T> mapper) {
        return session.one(CLOCK, Binds.of("once", 1), row -> row.number("now_ms"))
                .map(now -> session.at(now))
                .flatMapMany(timed -> Flux.fromIterable(chain.steps()).concatMap(step -> step(timed, step)))
                .then(Mono.fromSupplier(() -> returned.getOrDefault(chain.answer(), new Rows()).all().stream()
                        .map(row -> mapper.apply(new RowReader(chain.answer(), row)))
                        .toList()));
    }

    private Mono<Void> step(Session timed, Chain.Step step) {
        String text = step.sql().text();
        List<RowsTemplate> used = returned.keySet().stream()
                .filter(rows -> text.contains(rows.reference()))
                .toList();
        boolean nothingToDo =
                !used.isEmpty() && used.stream().allMatch(rows -> rowsOf(rows).size() == 0);
        if (nothingToDo && step.rows() == null) {
            return Mono.empty();
        }
        Binds withRows = binds.copy();
        used.forEach(rows -> withRows.andRows(rows.alias(), rowsOf(rows).only(rows, text)));
        return perform(timed, step.rows(), timed.renderer().unchained(step.sql(), used), withRows);
    }

    private Rows rowsOf(RowsTemplate template) {
        return returned.getOrDefault(template, new Rows());
    }

    private Mono<Void> perform(Session timed, @Nullable RowsTemplate rows, Sql sql, Binds withRows) {
        if (rows == null) {
            return timed.update(sql, withRows).then();
        }
        return timed.list(sql, withRows, row -> row.values(rows))
                .doOnNext(list -> returned.put(rows, Rows.of(list, row -> row)))
                .then();
    }
}
