package io.fluxfabric.engine.r2dbc.sql.connect;

import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.EngineClock;
import io.fluxfabric.engine.r2dbc.sql.PostgresDialect;
import io.fluxfabric.engine.r2dbc.sql.Renderer;
import io.fluxfabric.engine.r2dbc.sql.Rows;
import io.fluxfabric.engine.r2dbc.sql.Session;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ConnectionFactoryMetadata;
import reactor.core.publisher.Mono;

/** Gives every new PostgreSQL connection the session settings, in one statement, before the pool sees it. */
final class SettledConnectionFactory implements ConnectionFactory {

    private static final Sql SETTLE = Sql.of("""
            SELECT set_config(name, setting, false) AS setting FROM {ROWS settings(name text, setting text)}""");

    private final ConnectionFactory factory;
    private final Rows settings;
    private final Renderer renderer = new Renderer(new PostgresDialect(), EngineClock.database());

    SettledConnectionFactory(ConnectionFactory factory, SessionSettings session) {
        this.factory = factory;
        this.settings =
                Rows.of(session.forPostgres().entrySet(), setting -> Rows.row(setting.getKey(), setting.getValue()));
    }

    @Override
    public Mono<Connection> create() {
        return Mono.<Connection>from(factory.create())
                .flatMap(connection -> settle(connection)
                        .onErrorResume(error -> closed(connection).then(Mono.error(error)))
                        .thenReturn(connection));
    }

    private Mono<Void> settle(Connection connection) {
        return Session.on(connection, renderer)
                .list(SETTLE, Binds.rows("settings", settings), row -> row.text("setting"))
                .then();
    }

    private static Mono<Void> closed(Connection connection) {
        return Mono.from(connection.close()).onErrorComplete();
    }

    @Override
    public ConnectionFactoryMetadata getMetadata() {
        return factory.getMetadata();
    }
}
