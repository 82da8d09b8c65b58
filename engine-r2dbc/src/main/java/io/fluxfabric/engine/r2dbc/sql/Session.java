package io.fluxfabric.engine.r2dbc.sql;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.Result;
import io.r2dbc.spi.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The statements of one transaction, or one statement alone, on one connection. This is the one place where statements are
 * created. Every method is cold, and every result is collected before the next operator sees it: a connection has one
 * conversation at a time, so nothing may run inside an open row stream.
 */
public final class Session {

    private final Connection connection;
    private final Renderer renderer;
    private final @Nullable Long now;
    private final ChainObserver observer;
    private final List<RowReader> observed = new ArrayList<>();

    private Session(Connection connection, Renderer renderer, @Nullable Long now, ChainObserver observer) {
        this.observer = observer;
        this.connection = connection;
        this.renderer = renderer;
        this.now = now;
    }

    /** A session on a connection that somebody else takes and gives back. */
    public static Session on(Connection connection, Renderer renderer) {
        return new Session(connection, renderer, null, ChainObserver.none());
    }

    static Session observed(Connection connection, Renderer renderer, ChainObserver observer) {
        return new Session(connection, renderer, null, observer);
    }

    /** Runs a statement and tells how many rows it changed. */
    public Mono<Long> update(Sql sql, Binds binds) {
        return results(sql, binds).concatMap(Result::getRowsUpdated).reduce(0L, Long::sum);
    }

    /** Runs a statement and collects its rows. The statement bounds their number by its LIMIT or its input. */
    public <T> Mono<List<T>> list(Sql sql, Binds binds, Function<RowReader, T> mapper) {
        return results(sql, binds)
                .concatMap(result -> result.map(row -> mapper.apply(new RowReader(row))))
                .collectList();
    }

    /** Runs a statement that answers with at most one row; empty when there is none. */
    public <T> Mono<T> one(Sql sql, Binds binds, Function<RowReader, T> mapper) {
        return list(sql, binds, mapper).flatMap(rows -> switch (rows.size()) {
            case 0 -> Mono.empty();
            case 1 -> Mono.just(rows.get(0));
            default -> Mono.error(new IllegalStateException(rows.size() + " rows where at most one may be: " + sql));
        });
    }

    /** Runs a chain and collects the rows of its last named step. Off PostgreSQL it must be inside a transaction. */
    public <T> Mono<List<T>> chain(Chain chain, Binds binds, Function<RowReader, T> mapper) {
        Function<RowReader, T> seen = observer.wants(chain.answer()) ? row -> mapper.apply(noted(row)) : mapper;
        return renderer.dialect().chainsInOneStatement()
                ? list(chain.asOneStatement(), binds, seen)
                : Mono.defer(() -> new ChainRun(this, chain, binds).run(seen));
    }

    private RowReader noted(RowReader row) {
        observed.add(row.detached(observer.columns()));
        return row;
    }

    /** To be called when what this session did is committed. */
    void committed() {
        if (!observed.isEmpty()) {
            observer.committed(observed);
        }
    }

    /** The same connection, where {@code {NOW}} is an instant that was read before. */
    Session at(long now) {
        return new Session(connection, renderer.at(), now, ChainObserver.none());
    }

    Renderer renderer() {
        return renderer;
    }

    /** Runs DDL, one or several statements, whose results nobody wants. */
    public Mono<Void> run(Sql script) {
        return Flux.defer(
                        () -> connection.createStatement(renderer.text(script)).execute())
                .concatMap(Result::getRowsUpdated)
                .then();
    }

    private Flux<? extends Result> results(Sql sql, Binds binds) {
        return Flux.defer(() -> statement(renderer.render(sql), binds).execute());
    }

    private Statement statement(RenderedSql rendered, Binds binds) {
        Statement statement = connection.createStatement(rendered.text());
        ParameterBinder binder = new ParameterBinder(renderer, binds, now, statement);
        for (int index = 0; index < rendered.parameters().size(); index++) {
            binder.bind(index, rendered.parameters().get(index));
        }
        return statement;
    }
}
