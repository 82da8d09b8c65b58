package io.fluxfabric.engine.chaos.fault;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The server's side of connections to a PostgreSQL database. */
public final class Backends {

    private final ConnectionFactory factory;

    private Backends(ConnectionFactory factory) {
        this.factory = factory;
    }

    public static Backends of(String r2dbcUrl) {
        return new Backends(ConnectionFactories.get(r2dbcUrl));
    }

    /** Ends those that an application has to this database, whatever they are at; gives their number. */
    public Mono<Long> terminate(String applicationName) {
        return Mono.usingWhen(
                factory.create(), connection -> terminate(connection, applicationName), Connection::close);
    }

    private static Mono<Long> terminate(Connection connection, String applicationName) {
        return Flux.from(connection
                        .createStatement("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                                + " WHERE datname = current_database() AND application_name = $1"
                                + " AND pid <> pg_backend_pid()")
                        .bind("$1", applicationName)
                        .execute())
                .concatMap(result -> result.map((row, metadata) -> row.get(0, Boolean.class)))
                .filter(Boolean.TRUE::equals)
                .count();
    }
}
