package io.fluxfabric.r2dbc.sqlite;

import io.r2dbc.spi.Closeable;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ConnectionFactoryMetadata;
import io.r2dbc.spi.ConnectionFactoryOptions;
import io.r2dbc.spi.ConnectionMetadata;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Opens connections to a SQLite database.
 *
 * <p>A shared database in memory lives as long as the factory: it is there from the first connection on, and ends when
 * the factory and the last connection are closed. For a file there is nothing to close.
 */
public final class SqliteConnectionFactory implements ConnectionFactory, Closeable {
    static final String PRODUCT = "SQLite";
    private static final String PRIVATE_MEMORY_URL = "r2dbc:sqlite::memory:";
    private static final int SCANNED_STATEMENTS = 1_024;

    private final SqliteConnectionConfiguration configuration;
    private final Commands commands = new Commands(SCANNED_STATEMENTS);
    private final ValueEncoder encoder;
    private final MemoryAnchor anchor;

    private SqliteConnectionFactory(SqliteConnectionConfiguration configuration) {
        this.configuration = configuration;
        this.encoder = new ValueEncoder(configuration.uuidFormat());
        this.anchor = new MemoryAnchor(configuration);
    }

    public static SqliteConnectionFactory from(SqliteConnectionConfiguration configuration) {
        return new SqliteConnectionFactory(configuration);
    }

    /**
     * A factory for a URL, as {@link io.r2dbc.spi.ConnectionFactories#get(String)} gives it; beyond that it knows
     * {@code r2dbc:sqlite::memory:}, which the parser of R2DBC refuses.
     */
    public static SqliteConnectionFactory of(String url) {
        String parsable = url.startsWith(PRIVATE_MEMORY_URL) && !url.startsWith(PRIVATE_MEMORY_URL + "//")
                ? PRIVATE_MEMORY_URL + "///" + url.substring(PRIVATE_MEMORY_URL.length())
                : url;
        return new SqliteConnectionFactoryProvider().create(ConnectionFactoryOptions.parse(parsable));
    }

    /** Opens a connection on a thread of its own. Cancelling closes what has been opened. */
    @Override
    public Mono<Connection> create() {
        return new Opening(this::connect);
    }

    @Override
    public ConnectionFactoryMetadata getMetadata() {
        return () -> PRODUCT;
    }

    /** Lets a shared database in memory go; it ends with its last connection. */
    @Override
    public Mono<Void> close() {
        return anchor.close();
    }

    private SqliteConnection connect(ConnectionThread thread) {
        anchor.hold();
        NativeDatabase database = new DatabaseOpener(configuration).open();
        Session session = new Session(thread, database, configuration);
        return new SqliteConnection(session, commands, encoder, metadata(database));
    }

    private static ConnectionMetadata metadata(NativeDatabase database) {
        try {
            return new Metadata(database.version());
        } catch (SQLException failure) {
            database.close();
            throw database.errors().ofOpening(failure, "");
        }
    }

    private record Metadata(@Nullable String version) implements ConnectionMetadata {
        @Override
        public String getDatabaseProductName() {
            return PRODUCT;
        }

        @Override
        public String getDatabaseVersion() {
            return String.valueOf(version);
        }
    }
}
