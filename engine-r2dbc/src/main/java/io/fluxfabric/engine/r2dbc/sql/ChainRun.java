package io.fluxfabric.engine.r2dbc.sql;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** One run of a {@link Chain} step by step, for databases that cannot do it in one statement. */
final class ChainRun {

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
        return Flux.fromIterable(chain.steps())
                .concatMap(this::step)
                .then(Mono.fromSupplier(() -> returned.getOrDefault(chain.answer(), new Rows()).all().stream()
                        .map(row -> mapper.apply(new RowReader(chain.answer(), row)))
                        .toList()));
    }

    private Mono<Void> step(Chain.Step step) {
        Sql sql = step.sql();
        Binds withRows = binds.copy();
        boolean nothingToDo = false;
        for (Map.Entry<RowsTemplate, Rows> earlier : returned.entrySet()) {
            RowsTemplate rows = earlier.getKey();
            if (sql.text().contains(rows.reference())) {
                nothingToDo |= earlier.getValue().size() == 0;
                withRows.andRows(rows.alias(), earlier.getValue());
            }
        }
        if (nothingToDo && step.rows() == null) {
            return Mono.empty();
        }
        return perform(step.rows(), session.renderer().unchained(sql, returned.keySet()), withRows);
    }

    private Mono<Void> perform(@Nullable RowsTemplate rows, Sql sql, Binds withRows) {
        if (rows == null) {
            return session.update(sql, withRows).then();
        }
        return session.list(sql, withRows, row -> row.values(rows))
                .doOnNext(list -> returned.put(rows, Rows.of(list, row -> row)))
                .then();
    }
}
