package io.fluxfabric.engine.proof.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.error.ResourceExhaustedException;
import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.r2dbc.EngineSettings;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.r2dbc.sql.connect.PoolSettings;
import io.fluxfabric.engine.task.WorkerEvent;
import io.fluxfabric.engine.testdb.PostgresServer;
import io.fluxfabric.engine.testdb.SqliteFiles;
import io.fluxfabric.engine.testdb.TestDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** All connections are busy with statements that wait for somebody else. */
class PoolExhaustedTest extends Faults {

    private static EngineSettings small() {
        return EngineSettings.defaults()
                .pool(PoolSettings.defaults().size(2).reserved(1).maxAcquireTime(Duration.ofMillis(300)));
    }

    @Test
    @DisplayName("PostgreSQL: who gets no connection is told so, renewals go on, and full recovery after")
    void postgres() throws Exception {
        TestDatabase database = closing(PostgresServer.shared().freshDatabase());
        R2dbcEngine engine = engine(database.r2dbcUrl(), small());
        engine.executions().submit(Submit.of(Load.KIND).lane("held")).block(Waiting.PATIENCE);
        Handle held = Objects.requireNonNull(engine.executions()
                        .claim(Claim.lane("held")
                                .as(WorkerIdentity.of("anna", "anna-1"))
                                .lease(Duration.ofMinutes(1)))
                        .next()
                        .block(Waiting.PATIENCE))
                .handle();
        Load load = load(engine).steady();

        try (Connection stranger = database.openJdbc();
                Statement statement = stranger.createStatement()) {
            stranger.setAutoCommit(false);
            // Submissions wait for it and take all connections; renewals do not touch that table.
            statement.execute("LOCK TABLE ff_idempotency IN ACCESS EXCLUSIVE MODE");
            Waiting.until("claims without a connection", () -> exhausted(load) >= 1);
            engine.leases().renew(held).block(Waiting.PATIENCE);
            stranger.rollback();
        }

        load.recovers();
        engine.executions().complete(held).block(Waiting.PATIENCE);
        load.settles();
    }

    @Test
    @DisplayName("SQLite: who does not get the writer is told so, and full recovery after")
    void sqlite() throws Exception {
        Path file = closing(SqliteFiles.create()).freshFile();
        Load load = load(engine(SqliteFiles.url(file) + "?busyTimeout=PT20S", small()))
                .steady();

        try (Connection stranger = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = stranger.createStatement()) {
            statement.execute("PRAGMA busy_timeout = 30000");
            statement.execute("BEGIN IMMEDIATE");
            Waiting.until("refusals", () -> load.refusals().size() >= 20);
        }

        load.recovers().settles();
        assertThat(load.refusals()).hasOnlyElementsOfType(ResourceExhaustedException.class);
    }

    private static long exhausted(Load load) {
        return load.tally().troubles(WorkerEvent.ClaimFailed.class).stream()
                .filter(failed -> failed.error() instanceof ResourceExhaustedException)
                .count();
    }
}
