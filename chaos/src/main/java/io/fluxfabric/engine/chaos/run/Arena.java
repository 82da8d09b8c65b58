package io.fluxfabric.engine.chaos.run;

import io.fluxfabric.engine.chaos.fault.FaultyWire;
import io.fluxfabric.engine.testdb.PostgresServer;
import io.fluxfabric.engine.testdb.SqliteFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A database to inject faults into. Closing it stops what was started for it.
 *
 * @param url through which the run works
 * @param faults what can be done to the database and to a crew on it
 */
public record Arena(String url, String description, Function<Crew, List<Fault>> faults, Runnable stop)
        implements AutoCloseable {

    private static final int MOST_CONNECTIONS = 70;

    /** A SQLite file in a directory that is removed later. */
    public static Arena sqlite(Path folder) {
        Path file = folder.resolve("chaos.db");
        return new Arena(
                SqliteFiles.url(file), "SQLite, in a temporary file", crew -> SqliteFaults.of(crew, file), () -> {});
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
                    List<Fault> all = new ArrayList<>(PostgresFaults.remote(crew, wire, direct));
                    all.addAll(PostgresFaults.local(server, wire, direct, MOST_CONNECTIONS));
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
            return new Arena(url, "a database of yours", CrewFaults::of, () -> {});
        }
        FaultyWire wire = FaultyWire.before(url);
        return new Arena(
                wire.url(url), "a PostgreSQL of yours", crew -> PostgresFaults.remote(crew, wire, url), wire::close);
    }

    @Override
    public void close() {
        stop.run();
    }
}
