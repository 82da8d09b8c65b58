package io.fluxfabric.engine.r2dbc.sql.connect;

import io.fluxfabric.engine.error.ConfigurationException;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ConnectionFactoryOptions;
import io.r2dbc.spi.Option;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;

/** Opens a connection factory from a URL, with the driver options the engine wants where the URL is silent. */
public final class DatabaseUrl {

    private static final Set<String> POSTGRES = Set.of("postgresql", "postgres");
    private static final String SQLITE = "sqlite";
    private static final String SUPPORTED = "r2dbc:postgresql://… and r2dbc:sqlite:…";

    private DatabaseUrl() {}

    public static ConnectionFactory open(String url) {
        ConnectionFactoryOptions options = parse(url);
        String driver = String.valueOf(options.getValue(ConnectionFactoryOptions.DRIVER))
                .toLowerCase(Locale.ROOT);
        if (!POSTGRES.contains(driver) && !driver.equals(SQLITE)) {
            throw ConfigurationException.unsupportedDatabase(driver, SUPPORTED);
        }
        ConnectionFactory factory = ConnectionFactories.find(POSTGRES.contains(driver) ? tuned(options) : options);
        if (factory == null) {
            throw new ConfigurationException("url", "no R2DBC driver for '" + driver + "' is on the class path");
        }
        return factory;
    }

    /** Where the database is, for messages: no user, no password. */
    public static String address(String url) {
        ConnectionFactoryOptions options = parse(url);
        Object host = options.getValue(ConnectionFactoryOptions.HOST);
        Object port = options.getValue(ConnectionFactoryOptions.PORT);
        Object database = options.getValue(ConnectionFactoryOptions.DATABASE);
        return (host == null ? "" : host + (port == null ? "" : ":" + port) + "/") + (database == null ? "" : database);
    }

    private static ConnectionFactoryOptions parse(String url) {
        try {
            return ConnectionFactoryOptions.parse(url);
        } catch (IllegalArgumentException error) {
            // The URL itself stays out of the message: it may hold a password.
            throw new ConfigurationException("url", "the url is not an R2DBC URL; supported are " + SUPPORTED);
        }
    }

    private static ConnectionFactoryOptions tuned(ConnectionFactoryOptions options) {
        ConnectionFactoryOptions.Builder tuned = options.mutate();
        absent(options, tuned, ConnectionFactoryOptions.CONNECT_TIMEOUT, Duration.ofSeconds(5));
        // Bounded, because the driver's own default keeps every statement text for ever.
        absent(options, tuned, Option.valueOf("preparedStatementCacheQueries"), 256);
        absent(options, tuned, Option.valueOf("tcpKeepAlive"), true);
        return tuned.build();
    }

    private static <T> void absent(
            ConnectionFactoryOptions given, ConnectionFactoryOptions.Builder tuned, Option<T> option, T value) {
        if (!given.hasOption(option)) {
            tuned.option(option, value);
        }
    }
}
