package io.fluxfabric.engine.proof.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fluxfabric.engine.error.ContentionException;
import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.TransportException;
import io.fluxfabric.engine.execution.ListExecutions;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.r2dbc.sql.connect.DatabaseUrl;
import io.fluxfabric.engine.task.WorkerEvent;
import io.fluxfabric.engine.testdb.SqliteFiles;
import io.r2dbc.spi.R2dbcException;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The file cannot be written: full, read-only, or kept by another process. */
class SqliteStorageTest extends Faults {

    private static final int READONLY = 8;
    private static final int FULL = 13;

    private final Path file = closing(SqliteFiles.create()).freshFile();

    @Test
    @DisplayName("a full disk: typed errors that may pass, and full recovery when there is room")
    void full() {
        RestrainedFile restrained = new RestrainedFile(DatabaseUrl.open(SqliteFiles.url(file)));
        Load load = load(engine(restrained)).steady();

        restrained.run("PRAGMA max_page_count = 1"); // which means: no page more than there are
        Waiting.until("refusals", () -> load.refusals().size() >= 60);
        restrained.run("PRAGMA max_page_count = 1000000");

        load.recovers().settles();
        assertThat(load.refusals()).allSatisfy(refusal -> storage(refusal, FULL));
    }

    @Test
    @DisplayName("a file that becomes read-only: typed errors that may pass, and full recovery when it is writable")
    void readOnly() {
        RestrainedFile restrained = new RestrainedFile(DatabaseUrl.open(SqliteFiles.url(file)));
        Load load = load(engine(restrained)).steady();

        restrained.run("PRAGMA query_only = ON");
        Waiting.until(
                "failed claims",
                () -> load.tally().troubles(WorkerEvent.ClaimFailed.class).size() >= 3);
        restrained.run("PRAGMA query_only = OFF");

        load.recovers().settles();
        assertThat(load.refusals()).allSatisfy(refusal -> storage(refusal, READONLY));
    }

    @Test
    @DisplayName("an engine on a file it may only read: it reads, and writing is refused with a typed error")
    void openedReadOnly() {
        R2dbcEngine writing = engine(SqliteFiles.url(file));
        writing.executions().submit(Submit.of(Load.KIND)).block(Waiting.PATIENCE);
        R2dbcEngine reading =
                R2dbcEngine.on(DatabaseUrl.open(SqliteFiles.url(file) + "?openMode=READ_ONLY"), settings());
        closing(() -> reading.close().block(Waiting.PATIENCE));

        assertThat(reading.executions().list(ListExecutions.all()).collectList().block(Waiting.PATIENCE))
                .hasSize(1);
        assertThatThrownBy(
                        () -> reading.executions().submit(Submit.of(Load.KIND)).block(Waiting.PATIENCE))
                .satisfies(refusal -> storage(refusal, READONLY));
    }

    @Test
    @DisplayName("a file that another process keeps locked: contention is told as such, and full recovery after")
    void locked() {
        Load load = load(engine(SqliteFiles.url(file) + "?busyTimeout=PT0.05S")).steady();

        try (Child holder = closing(Child.start(LockHolder.class, file.toString()))) {
            holder.await("LOCKED");
            Waiting.until("refusals", () -> load.refusals().size() >= 20);
        }

        load.recovers().settles();
        assertThat(load.refusals())
                .allSatisfy(refusal -> assertThat(refusal)
                        .isInstanceOfSatisfying(ContentionException.class, contention -> {
                            assertThat(contention.code()).isEqualTo(ErrorCode.RETRY_EXHAUSTED);
                            assertThat(contention.isRetryable()).isTrue();
                        }));
    }

    private static void storage(Throwable refusal, int code) {
        assertThat(refusal).isInstanceOfSatisfying(TransportException.class, transport -> {
            assertThat(transport.isRetryable()).isTrue();
            assertThat(transport.getCause())
                    .isInstanceOfSatisfying(
                            R2dbcException.class,
                            cause -> assertThat(cause.getErrorCode() & 0xff).isEqualTo(code));
        });
    }
}
