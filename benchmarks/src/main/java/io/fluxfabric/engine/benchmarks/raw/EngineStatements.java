package io.fluxfabric.engine.benchmarks.raw;

import io.fluxfabric.engine.benchmarks.measure.Database;
import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.r2dbc.spi.ConnectionFactories;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import reactor.core.publisher.Flux;

/**
 * The statements by which the engine submits, claims and completes, learned by watching it do so once. They are therefore always
 * those of the engine that is measured beside them, whatever becomes of it.
 */
record EngineStatements(LearnedStatement submit, LearnedStatement claim, LearnedStatement complete) {

    private static final String LANE = "bench";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** Prepares an empty database, watches a few lifecycles of that many executions at once, and removes their rows. */
    static EngineStatements learn(Database database, int batch) throws SQLException {
        WatchedConnections watched = new WatchedConnections(ConnectionFactories.get(database.r2dbcUrl()));
        R2dbcEngine engine = R2dbcEngine.on(watched);
        try {
            engine.prepare().block(PATIENCE);
            List<String> empty = emptyTables(database);
            EngineStatements learned = watch(engine, watched, batch);
            database.execute("TRUNCATE " + String.join(", ", empty));
            return learned;
        } finally {
            engine.close().block(PATIENCE);
        }
    }

    private static EngineStatements watch(R2dbcEngine engine, WatchedConnections watched, int batch) {
        Submit submit = Submit.of("bench").lane(LANE).payload(Payload.bytes(new byte[] {1}));
        engine.executions()
                .submitAll(Flux.range(0, batch).map(number -> submit))
                .blockLast(PATIENCE);
        LearnedStatement submits = new LearnedStatement(watched.last("INSERT INTO ff_exec_core"));
        List<Claimed> claimed = engine.executions()
                .claim(Claim.lane(LANE).as("bench", "bench-raw").max(batch).lease(Duration.ofMinutes(2)))
                .collectList()
                .blockOptional(PATIENCE)
                .orElseThrow();
        LearnedStatement claims = new LearnedStatement(watched.last("UPDATE ff_exec_core"));
        Flux.fromIterable(claimed)
                .flatMap(one -> engine.executions().complete(one.handle()), batch)
                .blockLast(PATIENCE);
        return new EngineStatements(submits, claims, new LearnedStatement(watched.last("UPDATE ff_exec_core")));
    }

    private static List<String> emptyTables(Database database) throws SQLException {
        try (java.sql.Connection connection = database.connect();
                java.sql.Statement statement = connection.createStatement();
                java.sql.ResultSet rows = statement.executeQuery(
                        "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1")) {
            List<String> tables = new java.util.ArrayList<>();
            while (rows.next()) {
                tables.add(rows.getString(1));
            }
            List<String> empty = new java.util.ArrayList<>();
            for (String table : tables) {
                if (Database.number(connection, "SELECT count(*) FROM " + table) == 0) {
                    empty.add(table);
                }
            }
            return empty;
        }
    }
}
