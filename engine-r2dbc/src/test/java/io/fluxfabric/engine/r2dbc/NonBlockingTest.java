package io.fluxfabric.engine.r2dbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Completed;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.testdb.PostgresServer;
import io.fluxfabric.engine.testdb.SqliteFiles;
import io.fluxfabric.engine.testdb.TestDatabase;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.blockhound.BlockingOperationError;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

/** Called on a thread that must not block, no verb blocks it. */
class NonBlockingTest {

    private static final Duration PATIENCE = Duration.ofSeconds(40);

    @Test
    @DisplayName("a blocking call on such a thread is caught, so the tests below mean something")
    void theGuardIsAwake() {
        Mono.fromCallable(() -> {
                    Thread.sleep(1);
                    return 1;
                })
                .subscribeOn(Schedulers.parallel())
                .as(StepVerifier::create)
                .expectErrorMatches(error ->
                        error instanceof BlockingOperationError || error.getCause() instanceof BlockingOperationError)
                .verify(PATIENCE);
    }

    @Test
    @DisplayName("PostgreSQL: a hundred lifecycles on a non-blocking thread")
    void postgres() {
        try (TestDatabase database = PostgresServer.shared().freshDatabase()) {
            assertThat(lifecycles(database.r2dbcUrl())).hasSize(100);
        }
    }

    @Test
    @DisplayName("SQLite: a hundred lifecycles on a non-blocking thread")
    void sqlite() {
        try (SqliteFiles files = SqliteFiles.create()) {
            assertThat(lifecycles(files.freshUrl())).hasSize(100);
        }
    }

    private static List<Completed> lifecycles(String url) {
        R2dbcEngine engine = R2dbcEngine.open(url);
        List<Completed> completed = engine.prepare()
                .thenMany(engine.executions()
                        .submitAll(Flux.range(0, 100)
                                .map(n -> Submit.of("k").lane("mail").idempotencyKey("key-" + n))))
                .thenMany(engine.executions()
                        .claim(Claim.lane("mail").as("w", "w-1").max(100)))
                .flatMap(claimed -> engine.executions().complete(claimed.handle(), Payload.text("done")))
                .collectList()
                .subscribeOn(Schedulers.parallel())
                .block(PATIENCE);
        engine.close().block(PATIENCE);
        return completed == null ? List.of() : completed;
    }
}
