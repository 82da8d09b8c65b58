package io.fluxfabric.engine.proof.cancel;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.execution.ListExecutions;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.proof.Ground;
import io.fluxfabric.engine.r2dbc.EngineSettings;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.r2dbc.sql.connect.DatabaseUrl;
import io.fluxfabric.engine.r2dbc.sql.connect.PoolSettings;
import io.fluxfabric.engine.testdb.PostgresServer;
import io.fluxfabric.engine.testdb.TestDatabase;
import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.pool.ConnectionPoolConfiguration;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.Statement;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Why the engine never lets a caller's cancel reach a running statement, and binds a parameter in each: in r2dbc-postgresql a
 * statement without one that is cancelled in the middle of its rows leaves a connection behind that answers no more, and that the
 * pool takes for a good one. When the first test here fails, the driver has changed and the rules can be thought over.
 *
 * <p>The limits are not about speed. They tell a connection that will never answer from one that will.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DriverWedgeTest {

    private static final int TRIES = 20;
    private static final Duration FOR_EVER = Duration.ofSeconds(5);

    private final TestDatabase database = PostgresServer.shared().freshDatabase();

    @AfterAll
    void drop() {
        database.drop();
    }

    @Test
    @DisplayName("the bare driver: a connection whose parameterless statement was cancelled hangs")
    void bareDriverHangs() {
        ConnectionPool pool = pool();
        assertThat(hangsAfterCancels(pool, "SELECT n, repeat('x', 200) FROM generate_series(1, 200000) AS n", false))
                .as("a wedged connection within " + TRIES + " tries")
                .isTrue();
        pool.disposeLater().onErrorComplete().timeout(FOR_EVER, Mono.empty()).block();
    }

    @Test
    @DisplayName("the bare driver: with a bound parameter it does not")
    void boundStatementDoesNotHang() {
        ConnectionPool pool = pool();
        assertThat(hangsAfterCancels(pool, "SELECT n, repeat('x', 200) FROM generate_series(1, $1) AS n", true))
                .isFalse();
        pool.disposeLater().block(FOR_EVER);
    }

    @Test
    @DisplayName("the engine: the same cancels, and every connection answers")
    void engineDoesNotHang() {
        R2dbcEngine engine = R2dbcEngine.open(
                database.r2dbcUrl(),
                EngineSettings.defaults().pool(PoolSettings.defaults().size(1).reserved(1)));
        engine.prepare().block(Ground.PATIENCE);
        engine.executions()
                .submitAll(Flux.range(0, 3000).map(number -> Submit.of("play")))
                .blockLast(Ground.PATIENCE);
        for (int round = 0; round < TRIES; round++) {
            cancelInTheMiddle(engine.executions().list(ListExecutions.all().pageSize(1000)));
            assertThat(engine.lanes().counts().collectList().block(Ground.PATIENCE))
                    .hasSize(1);
        }
        engine.close().block(Ground.PATIENCE);
    }

    private ConnectionPool pool() {
        return new ConnectionPool(ConnectionPoolConfiguration.builder(DatabaseUrl.open(database.r2dbcUrl()))
                .initialSize(0)
                .maxSize(1)
                .build());
    }

    private static boolean hangsAfterCancels(ConnectionPool pool, String sql, boolean bound) {
        for (int round = 0; round < TRIES; round++) {
            cancelInTheMiddle(
                    Flux.usingWhen(pool.create(), connection -> rows(connection, sql, bound), Connection::close));
            if (hangs(pool)) {
                return true;
            }
        }
        return false;
    }

    private static Flux<String> rows(Connection connection, String sql, boolean bound) {
        Statement statement = connection.createStatement(sql);
        return Flux.from((bound ? statement.bind("$1", 200_000) : statement).execute())
                .flatMap(result -> result.map(row -> String.valueOf(row.get(0))));
    }

    /** Rows are on their way when the caller loses patience; a few milliseconds more or less meet the driver at different places. */
    private static void cancelInTheMiddle(Flux<?> rows) {
        Duration patience = Duration.ofMillis(1 + ThreadLocalRandom.current().nextInt(15));
        rows.then().timeout(patience).onErrorComplete(TimeoutException.class).block(Ground.PATIENCE);
    }

    private static boolean hangs(ConnectionPool pool) {
        return Flux.usingWhen(pool.create(), connection -> rows(connection, "SELECT 1", false), Connection::close)
                .then(Mono.just(false))
                .timeout(FOR_EVER)
                .onErrorResume(TimeoutException.class, silence -> Mono.just(true))
                .blockOptional(Ground.PATIENCE)
                .orElseThrow();
    }
}
