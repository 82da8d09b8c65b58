package io.fluxfabric.engine.r2dbc.sql.bell;

import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Renderer;
import io.fluxfabric.engine.r2dbc.sql.Session;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import io.fluxfabric.engine.r2dbc.sql.Tx;
import io.r2dbc.spi.Connection;
import java.time.Duration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Asks SQLite every few milliseconds whether any other connection has committed. The answer is in memory that the processes share, so
 * asking reads no file and takes no lock. Every commit is a ring; there is no need to send one.
 */
public final class SqliteDoorbell implements Doorbell {

    private static final Sql VERSION =
            Sql.of("SELECT data_version AS version FROM pragma_data_version WHERE :once = 1");

    private final Mono<? extends Connection> connection;
    private final Renderer renderer;
    private final Scheduler timer;
    private final Duration pause;

    /**
     * @param connection a new connection, outside all pools
     * @param pause how long between two questions
     */
    public SqliteDoorbell(Mono<? extends Connection> connection, Renderer renderer, Scheduler timer, Duration pause) {
        this.connection = connection;
        this.renderer = renderer;
        this.timer = timer;
        this.pause = pause;
    }

    @Override
    public Flux<String> rings(Mono<Void> end) {
        Flux<String> once = Flux.usingWhen(connection, on -> changes(on).takeUntilOther(end), Connection::close);
        return Relistening.until(end, once, timer);
    }

    private Flux<String> changes(Connection on) {
        return Mono.defer(() -> version(on))
                .repeatWhen(rounds -> rounds.delayElements(pause, timer))
                .distinctUntilChanged()
                .map(version -> ANYWHERE);
    }

    private Mono<Long> version(Connection on) {
        return Session.on(on, renderer).one(VERSION, Binds.of("once", 1), row -> row.number("version"));
    }

    @Override
    public Mono<Void> ring(String where) {
        return Mono.empty();
    }

    @Override
    public Mono<Void> ringAtCommit(Tx theirs, String where) {
        return Mono.empty();
    }

    @Override
    public int longest() {
        return Integer.MAX_VALUE;
    }
}
