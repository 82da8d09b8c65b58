package io.fluxfabric.engine.proof.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.OperationTimeoutException;
import io.fluxfabric.engine.execution.ListExecutions;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.execution.SubmitOutcome;
import io.fluxfabric.engine.r2dbc.EngineSettings;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.r2dbc.sql.connect.SessionSettings;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A database that does not answer: operations end by themselves, say that nobody knows what came of them, and cost a connection. */
abstract class OperationTimeoutContract extends Faults {

    private static final Duration LIMIT = Duration.ofMillis(400);

    /** The URL of a database whose own limits are far away. */
    abstract String url();

    /** Somebody keeps the database to himself until it is closed. */
    abstract AutoCloseable locked() throws SQLException;

    @Test
    @DisplayName("an operation without an answer ends with its typed error, and repeating it later gives the answer")
    void endsTyped() throws Exception {
        R2dbcEngine engine = R2dbcEngine.open(url(), limits());
        engine.prepare().block(Waiting.PATIENCE);
        closing(() -> engine.close().block(Waiting.PATIENCE));
        Submit submit = Submit.of(Load.KIND).lane(Load.LANE).idempotencyKey("once");
        try (AutoCloseable lock = locked()) {
            assertThat(lock).isNotNull();
            assertThatThrownBy(() -> engine.executions().submit(submit).block(Waiting.PATIENCE))
                    .isInstanceOfSatisfying(OperationTimeoutException.class, late -> {
                        assertThat(late.code()).isEqualTo(ErrorCode.TIMEOUT);
                        assertThat(late.details()).containsEntry("limit", LIMIT.toString());
                    });
            // One caller's patience does not depend on how many were in his statement.
            assertThat(Flux.range(0, 50)
                            .flatMap(number -> engine.executions()
                                    .submit(Submit.of(Load.KIND).lane(Load.LANE).idempotencyKey("many-" + number))
                                    .thenReturn("done")
                                    .onErrorResume(OperationTimeoutException.class, late -> Mono.just("late")))
                            .collectList()
                            .block(LIMIT.multipliedBy(30)))
                    .hasSize(50)
                    .containsOnly("late");
        }
        SubmitOutcome outcome = engine.executions().submit(submit).block(Waiting.PATIENCE);
        assertThat(outcome).isNotNull();
        Waiting.until("the return of all connections", () -> engine.connectionsInUse() == 0);
        assertThat(engine.executions()
                        .list(ListExecutions.all())
                        .filter(execution -> execution.id().equals(outcome.executionId()))
                        .collectList()
                        .block(Waiting.PATIENCE))
                .hasSize(1);
        assertThat(engine.audit().collectList().block(Waiting.PATIENCE)).isEmpty();
    }

    private static EngineSettings limits() {
        return settings()
                .operationTimeout(LIMIT)
                .session(new SessionSettings("fluxfabric", Duration.ofMinutes(2), Duration.ofMinutes(2)));
    }
}
