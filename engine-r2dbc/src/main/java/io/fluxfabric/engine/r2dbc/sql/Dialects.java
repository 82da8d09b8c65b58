package io.fluxfabric.engine.r2dbc.sql;

import io.fluxfabric.engine.error.ConfigurationException;
import io.r2dbc.spi.ConnectionFactory;

/** Tells which dialect a connection factory speaks. */
public final class Dialects {

    private Dialects() {}

    /** The dialect of the product the factory's metadata names, or an error that says what was seen. */
    public static Dialect of(ConnectionFactory factory) {
        String product = factory.getMetadata().getName();
        return switch (product) {
            case PostgresDialect.PRODUCT -> new PostgresDialect();
            case SqliteDialect.PRODUCT -> new SqliteDialect();
            default ->
                throw new ConfigurationException(
                        "connectionFactory",
                        "the engine speaks PostgreSQL and SQLite, but this connection factory ("
                                + factory.getClass().getName() + ") is for '" + product + "'");
        };
    }
}
