package io.fluxfabric.engine.chaos.run;

import io.fluxfabric.engine.chaos.fault.Backends;
import io.fluxfabric.engine.chaos.fault.FaultyWire;
import io.fluxfabric.engine.chaos.fault.Loss;
import io.fluxfabric.engine.chaos.fault.TakenConnections;
import io.fluxfabric.engine.testdb.PostgresServer;
import io.fluxfabric.engine.testdb.SqliteFiles;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/**
 * A database to inject faults into. Closing it stops what was started for it.
 *
 * @param url through which the run works
 * @param faults what can be done to the database and to a crew on it
 */
public record Arena(String url, String description, Function<Crew, List<Fault>> faults, Runnable stop)
        implements AutoCloseable {

    private static final Duration MOMENT = Duration.ofSeconds(1);
    private static final Duration WHILE = Duration.ofSeconds(4);
    private static final Duration BEYOND_LEASE = Orders.LEASE.plusSeconds(2);
    private static final int MOST_CONNECTIONS = 70;
    private static final int SMALL_FILES = 3_000;
    private static final String BUSY_MILLIS = "30000";

    /** A SQLite file in a directory that is removed later. */
    public static Arena sqlite(Path folder) {
        Path file = folder.resolve("chaos.db");
        return new Arena(
                SqliteFiles.url(file), "SQLite, in a temporary file", crew -> sqliteFaults(crew, file), () -> {});
    }

    /** A PostgreSQL from the embedded binaries, behind a wire that can break. */
    public static Arena postgres() {
        PostgresServer server = PostgresServer.dedicated(Map.of("max_connections", Integer.toString(MOST_CONNECTIONS)));
        String direct = server.freshDatabase().r2dbcUrl();
        FaultyWire wire = FaultyWire.before(direct);
        return new Arena(
                wire.url(direct),
                "PostgreSQL, embedded",
                crew -> {
                    List<Fault> all = new ArrayList<>(remoteFaults(crew, wire, direct));
                    all.addAll(serverFaults(server, wire, direct));
                    return all;
                },
                () -> {
                    wire.close();
                    server.close();
                });
    }

    /** A database of the user's: only what needs no control of its server. */
    public static Arena at(String url) {
        if (!url.startsWith("r2dbc:postgres")) {
            return new Arena(url, "a database of yours", Arena::processFaults, () -> {});
        }
        FaultyWire wire = FaultyWire.before(url);
        return new Arena(wire.url(url), "a PostgreSQL of yours", crew -> remoteFaults(crew, wire, url), wire::close);
    }

    private static List<Fault> processFaults(Crew crew) {
        return List.of(
                new Fault("worker killed", MOMENT, crew::killOne, crew::replace),
                new Fault("worker frozen beyond its lease", BEYOND_LEASE, crew::freezeOne, crew::thaw));
    }

    private static List<Fault> sqliteFaults(Crew crew, Path file) {
        AtomicReference<Connection> lock = new AtomicReference<>();
        List<Fault> all = new ArrayList<>(processFaults(crew));
        all.add(new Fault(
                "file locked by another",
                WHILE,
                () -> lock.set(locked(file)),
                () -> close(Objects.requireNonNull(lock.get()))));
        all.add(new Fault("disk full for one worker", WHILE, () -> crew.limitOne(SMALL_FILES), crew::replace));
        return all;
    }

    private static List<Fault> remoteFaults(Crew crew, FaultyWire wire, String direct) {
        List<Fault> all = new ArrayList<>(processFaults(crew));
        all.add(new Fault("connections cut", MOMENT, wire::cut, () -> {}));
        all.add(new Fault("cut before a request arrives", MOMENT, () -> cutAtNext(wire, Loss.REQUEST), wire::disarm));
        all.add(new Fault("cut after the commit", MOMENT, () -> cutAtNext(wire, Loss.ANSWER), wire::disarm));
        all.add(new Fault("wire stalled beyond the lease", BEYOND_LEASE, wire::stall, wire::resume));
        all.add(new Fault(
                "new connections refused",
                WHILE,
                () -> {
                    wire.refuse();
                    wire.cut();
                },
                wire::accept));
        all.add(new Fault(
                "backends terminated",
                MOMENT,
                () -> Backends.of(direct).terminate(Orders.APPLICATION).block(),
                () -> {}));
        return all;
    }

    private static List<Fault> serverFaults(PostgresServer server, FaultyWire wire, String direct) {
        TakenConnections greedy = TakenConnections.of(direct);
        return List.of(
                new Fault("server stopped", MOMENT, server::stop, server::start),
                new Fault("server killed", MOMENT, server::kill, server::start),
                new Fault(
                        "connections used up by another",
                        WHILE,
                        () -> {
                            wire.cut();
                            greedy.take(MOST_CONNECTIONS).block();
                        },
                        () -> greedy.giveBack().block()));
    }

    /** Waits for its moment: a fault that did not happen must not count as survived. */
    private static void cutAtNext(FaultyWire wire, Loss loss) {
        wire.cutAt("", loss).orTimeout(WHILE.toSeconds(), TimeUnit.SECONDS).join();
    }

    private static Connection locked(Path file) {
        try {
            Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
            try (Statement statement = connection.createStatement()) {
                statement.execute("PRAGMA busy_timeout = " + BUSY_MILLIS);
                statement.execute("BEGIN IMMEDIATE");
            }
            return connection;
        } catch (SQLException e) {
            throw new IllegalStateException("the file cannot be locked", e);
        }
    }

    private static void close(Connection lock) {
        try {
            lock.close();
        } catch (SQLException e) {
            throw new IllegalStateException("the lock cannot be given back", e);
        }
    }

    @Override
    public void close() {
        stop.run();
    }
}
