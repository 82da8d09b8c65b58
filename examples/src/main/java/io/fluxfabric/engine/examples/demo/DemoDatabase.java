package io.fluxfabric.engine.examples.demo;

import io.fluxfabric.engine.r2dbc.EngineSettings;
import io.fluxfabric.engine.r2dbc.sql.connect.DatabaseUrl;
import io.fluxfabric.engine.testdb.PostgresServer;
import io.fluxfabric.engine.testdb.SqliteFiles;
import io.fluxfabric.engine.testdb.TestDatabase;
import java.nio.file.Path;
import java.util.Map;

/**
 * The database a demo runs on. Closing it stops the server, if there is one of the demo's own.
 *
 * @param description for people; holds no password
 */
record DemoDatabase(String url, int partitions, String description, Runnable stop) implements AutoCloseable {

    private static final int PARTITIONS = EngineSettings.defaults().partitions().value();

    /** A file in a directory that is removed later. */
    static DemoDatabase sqlite(Path folder) {
        Path file = folder.resolve("demo.db");
        return new DemoDatabase(SqliteFiles.url(file), PARTITIONS, "SQLite, in a temporary file", () -> {});
    }

    /** A server from the embedded binaries, with fsync on as in production. */
    static DemoDatabase postgres() {
        PostgresServer server = PostgresServer.dedicated(Map.of());
        TestDatabase database = server.freshDatabase();
        return new DemoDatabase(
                database.r2dbcUrl(),
                PARTITIONS,
                "PostgreSQL, embedded, on " + database.host() + ":" + database.port(),
                server::close);
    }

    /** A database of the user's. */
    static DemoDatabase at(String url, int partitions) {
        return new DemoDatabase(url, partitions, DatabaseUrl.address(url), () -> {});
    }

    @Override
    public void close() {
        stop.run();
    }
}
