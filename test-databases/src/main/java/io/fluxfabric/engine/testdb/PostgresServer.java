package io.fluxfabric.engine.testdb;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A real PostgreSQL server, had in the first way that works:
 *
 * <ol>
 *   <li>the URL in the environment variable {@value #URL_VARIABLE};
 *   <li>a container, if a Docker engine answers;
 *   <li>the embedded server binaries on the class path.
 * </ol>
 *
 * <p>If none works there is one {@link PostgresUnavailableException} that says what to do; nothing is ever skipped.
 */
public final class PostgresServer implements AutoCloseable {

    /** Names a server to use instead of one of our own; its role must be allowed to create databases. */
    public static final String URL_VARIABLE = "FLUXFABRIC_TEST_PG_URL";

    private static final Logger LOG = LoggerFactory.getLogger(PostgresServer.class);

    /** Tests want speed and many connections, and never need their data back. */
    private static final Map<String, String> FAST_AND_FORGETFUL = Map.of(
            "max_connections", "200",
            "fsync", "off",
            "full_page_writes", "off",
            "synchronous_commit", "off");

    /** The server's own defaults, restated because the embedded launcher would switch them off. */
    private static final Map<String, String> DURABLE = Map.of(
            "max_connections", "200",
            "fsync", "on",
            "synchronous_commit", "on");

    private static @Nullable PostgresServer shared;
    private static @Nullable String whyNone;

    private final PostgresSource source;
    private final Set<String> databases = ConcurrentHashMap.newKeySet();
    private final Thread atExit = new Thread(this::closeSource, "postgres-test-server-stop");

    private PostgresServer(PostgresSource source) {
        this.source = source;
    }

    /** The one server of this JVM, started by the first caller and stopped when the JVM ends. */
    public static synchronized PostgresServer shared() {
        if (whyNone != null) {
            throw new PostgresUnavailableException(whyNone, null);
        }
        if (shared == null) {
            try {
                shared = start(System::getenv);
            } catch (PostgresUnavailableException e) {
                whyNone = e.getMessage(); // every test class reports it, but only the first one waits for it
                throw e;
            }
        }
        return shared;
    }

    /**
     * A server of one's own from the embedded binaries, with default durability (fsync on) and the given settings on
     * top. It can be stopped, killed and started again; the caller closes it.
     */
    public static PostgresServer dedicated(Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(DURABLE);
        all.putAll(settings);
        return registered(EmbeddedServer.start(all));
    }

    static PostgresServer start(Function<String, @Nullable String> environment) {
        String url = environment.apply(URL_VARIABLE);
        if (url != null && !url.isBlank()) {
            return registered(ExternalPostgres.connect(URL_VARIABLE, url));
        }
        return registered(DockerProbe.answers() ? container() : embedded("no Docker engine answers"));
    }

    private static PostgresSource container() {
        try {
            return DockerPostgres.start(FAST_AND_FORGETFUL);
        } catch (RuntimeException e) {
            LOG.warn("Docker answers but gives no PostgreSQL ({}); trying the embedded server", e.getMessage());
            return embedded("Docker gave no container (" + e.getMessage() + ")");
        }
    }

    private static PostgresSource embedded(String whyNotDocker) {
        try {
            return EmbeddedServer.start(FAST_AND_FORGETFUL);
        } catch (PostgresUnavailableException e) {
            throw new PostgresUnavailableException(
                    "No PostgreSQL for the tests. Set " + URL_VARIABLE
                            + "=r2dbc:postgresql://user:password@host:port/database to a server whose role may create"
                            + " databases, or start Docker. (" + URL_VARIABLE + " is not set, " + whyNotDocker
                            + ", and: " + e.getMessage() + ")",
                    e);
        }
    }

    private static PostgresServer registered(PostgresSource source) {
        PostgresServer server = new PostgresServer(source);
        Runtime.getRuntime().addShutdownHook(server.atExit);
        LOG.info(
                "PostgreSQL for tests: {} ({})",
                source.address(),
                source.getClass().getSimpleName());
        return server;
    }

    /** A new empty database that nobody else uses. */
    public TestDatabase freshDatabase() {
        return create("template0");
    }

    /** A new copy of a database, schema and rows; nobody may be connected to the original meanwhile. */
    public TestDatabase copyOf(TestDatabase original) {
        return create(original.name());
    }

    private TestDatabase create(String template) {
        String name = "ff_" + UUID.randomUUID().toString().replace("-", "");
        execute("CREATE DATABASE " + name + " TEMPLATE " + template);
        databases.add(name);
        return new TestDatabase(this, name);
    }

    void drop(String database) {
        if (databases.remove(database)) {
            execute("DROP DATABASE IF EXISTS " + database + " WITH (FORCE)");
        }
    }

    private void execute(String sql) {
        try (Connection connection = address().connect(address().maintenanceDatabase());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql + " failed on " + address() + ": " + e.getMessage(), e);
        }
    }

    ServerAddress address() {
        return source.address();
    }

    /** The server's process id, if it is an embedded one that runs. */
    public OptionalLong pid() {
        return source.pid();
    }

    /** Starts a stopped or killed server again, on the same port with the same data. */
    public void start() {
        source.start();
    }

    /** Stops the server in an orderly way, cutting its clients. */
    public void stop() {
        source.stop();
    }

    /** Kills the server outright; what was not yet safe on disk is lost, as after a crash. */
    public void kill() {
        source.kill();
    }

    /** Stops the server and deletes its data; on somebody else's server, drops only the databases made here. */
    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(atExit);
        closeSource();
    }

    private void closeSource() {
        if (!source.disposable()) {
            Set.copyOf(databases).forEach(this::drop);
        }
        source.close();
    }
}
