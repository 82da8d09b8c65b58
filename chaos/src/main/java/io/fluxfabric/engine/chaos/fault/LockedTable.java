package io.fluxfabric.engine.chaos.fault;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.Result;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A stranger who keeps a table of a PostgreSQL database to itself, so that everybody else's connections wait for it. */
public final class LockedTable {

    private final ConnectionFactory factory;
    private final AtomicReference<@Nullable Connection> stranger = new AtomicReference<>();

    private LockedTable(ConnectionFactory factory) {
        this.factory = factory;
    }

    public static LockedTable of(String r2dbcUrl) {
        return new LockedTable(ConnectionFactories.get(r2dbcUrl));
    }

    /** Waits until it has the lock. */
    public Mono<Void> lock(String table) {
        return Mono.<Connection>from(factory.create())
                .doOnNext(stranger::set)
                .flatMap(connection -> Mono.from(connection.beginTransaction())
                        .then(run(connection, "LOCK TABLE " + table + " IN ACCESS EXCLUSIVE MODE")));
    }

    private static Mono<Void> run(Connection connection, String sql) {
        return Flux.defer(() -> connection.createStatement(sql).execute())
                .concatMap(Result::getRowsUpdated)
                .then();
    }

    /** Its end is also that of its transaction. */
    public Mono<Void> unlock() {
        return Mono.fromSupplier(() -> stranger.getAndSet(null)).flatMap(connection -> Mono.from(connection.close()));
    }
}
