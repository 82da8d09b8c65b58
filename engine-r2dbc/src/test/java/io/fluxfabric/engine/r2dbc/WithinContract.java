package io.fluxfabric.engine.r2dbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.error.EngineException;
import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.execution.SubmitOutcome;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.policy.Failure;
import io.fluxfabric.engine.r2dbc.wake.WakeUpSettings;
import io.fluxfabric.engine.state.PublicState;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.Result;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The engine in a transaction of the application, beside a table of the application's own. */
abstract class WithinContract {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Submit SHIP = Submit.of("ship").lane("orders");

    private ConnectionFactory application = ConnectionFactories.get("r2dbc:sqlite:///:memory:");
    private R2dbcEngine engine = R2dbcEngine.on(application);

    abstract String url();

    abstract void dispose();

    @BeforeEach
    void open() {
        application = ConnectionFactories.get(url());
        engine = R2dbcEngine.open(
                url(),
                EngineSettings.defaults()
                        .wakeUps(WakeUpSettings.defaults().polls(Duration.ofMinutes(4), Duration.ofMinutes(4))));
        engine.prepare().block(PATIENCE);
        RawSql.on(url()).run("CREATE TABLE orders (id text PRIMARY KEY)");
    }

    @AfterEach
    void close() {
        assertThat(engine.audit().collectList().block(PATIENCE)).isEmpty();
        engine.close().block(PATIENCE);
        dispose();
    }

    /** What an application does around its own transactions. */
    private <T> Mono<T> inTransaction(Function<Connection, Mono<T>> work) {
        return Mono.usingWhen(
                application.create(),
                connection -> Mono.usingWhen(
                        Mono.from(connection.beginTransaction()).thenReturn(connection),
                        work,
                        Connection::commitTransaction,
                        (begun, error) -> begun.rollbackTransaction(),
                        Connection::rollbackTransaction),
                Connection::close);
    }

    private static Mono<Void> insertOrder(Connection connection, String id) {
        return Flux.from(connection
                        .createStatement("INSERT INTO orders (id) VALUES ('" + id + "')")
                        .execute())
                .concatMap(Result::getRowsUpdated)
                .then();
    }

    private List<String> orders() {
        return Mono.usingWhen(
                        application.create(),
                        connection -> Flux.from(connection
                                        .createStatement("SELECT id FROM orders ORDER BY id")
                                        .execute())
                                .concatMap(result -> result.map((row, meta) -> String.valueOf(row.get("id"))))
                                .collectList(),
                        Connection::close)
                .blockOptional(PATIENCE)
                .orElseThrow();
    }

    private Optional<PublicState> state(ExecutionId id) {
        return engine.executions().state(id).blockOptional(PATIENCE);
    }

    private Handle running() {
        return engine.executions()
                .submit(SHIP)
                .thenMany(engine.executions().claim(Claim.lane("orders").as("w", "w-1")))
                .next()
                .map(Claimed::handle)
                .blockOptional(PATIENCE)
                .orElseThrow();
    }

    private <T> T done(Mono<T> work) {
        return work.blockOptional(PATIENCE).orElseThrow();
    }

    private Throwable refused(Mono<?> work) {
        return work.<Throwable>map(value -> new AssertionError("not refused but " + value))
                .onErrorResume(Mono::just)
                .blockOptional(PATIENCE)
                .orElseThrow();
    }

    @Test
    @DisplayName("a submit and the application's write commit together")
    void bothCommit() {
        SubmitOutcome outcome = done(inTransaction(
                tx -> insertOrder(tx, "A-1").then(engine.within(tx).executions().submit(SHIP))));

        assertThat(outcome).isInstanceOf(SubmitOutcome.Created.class);
        assertThat(orders()).containsExactly("A-1");
        assertThat(state(outcome.executionId())).contains(PublicState.WAITING);
    }

    @Test
    @DisplayName("when the application rolls back there never was an execution, nor is its key taken")
    void bothRollBack() {
        Submit keyed = SHIP.idempotencyKey("order-A-1");
        refused(inTransaction(tx -> insertOrder(tx, "A-1")
                .then(engine.within(tx).executions().submit(keyed))
                .then(Mono.error(new IllegalStateException("out of stock")))));

        assertThat(orders()).isEmpty();
        assertThat(done(engine.executions().submit(keyed))).isInstanceOf(SubmitOutcome.Created.class);
    }

    @Test
    @DisplayName("several executions, in a namespace of their own, have their outcomes in order; a key is known within")
    void several() {
        Submit keyed = SHIP.idempotencyKey("order-A-1");
        List<SubmitOutcome> outcomes = done(inTransaction(tx -> engine.within(tx)
                .namespace("shop")
                .executions()
                .submitAll(List.of(SHIP, keyed))
                .flatMap(first -> engine.within(tx)
                        .namespace("shop")
                        .executions()
                        .submitAll(List.of(keyed, SHIP))
                        .map(second -> List.of(first.get(0), first.get(1), second.get(0), second.get(1))))));

        assertThat(outcomes.get(2))
                .isEqualTo(new SubmitOutcome.Duplicate(outcomes.get(1).executionId()));
        assertThat(outcomes.stream().map(SubmitOutcome::executionId).distinct()).hasSize(3);
        assertThat(done(engine.namespace("shop")
                        .executions()
                        .state(outcomes.get(0).executionId())))
                .isEqualTo(PublicState.WAITING);
    }

    @Test
    @DisplayName(
            "a completion and the application's write commit together, and repeating the completion gives its answer")
    void completes() {
        Handle handle = running();

        done(inTransaction(tx -> insertOrder(tx, "shipped-A-1")
                .then(engine.within(tx).executions().complete(handle, Payload.text("done")))));

        assertThat(orders()).containsExactly("shipped-A-1");
        assertThat(state(handle.executionId())).contains(PublicState.COMPLETED);
        assertThat(done(engine.executions().complete(handle, Payload.text("done")))
                        .executionId())
                .isEqualTo(handle.executionId());
    }

    @Test
    @DisplayName("a completion whose lease was lost takes the application's write with it")
    void fenced() {
        Handle handle = running();
        done(engine.executions().release(handle, "somebody else's now"));

        Throwable error = refused(inTransaction(tx -> insertOrder(tx, "shipped-A-1")
                .then(engine.within(tx).executions().complete(handle))));

        assertThat(error).isInstanceOf(EngineException.class);
        assertThat(orders()).isEmpty();
    }

    @Test
    @DisplayName("a failure and the application's write commit together")
    void fails() {
        Handle handle = running();

        done(inTransaction(tx -> insertOrder(tx, "refused-A-1")
                .then(engine.within(tx).executions().fail(handle, Failure.permanent("no such address")))));

        assertThat(orders()).containsExactly("refused-A-1");
        assertThat(state(handle.executionId())).contains(PublicState.FAILED);
    }

    @Test
    @DisplayName("without an open transaction everything is refused with advice")
    void noTransaction() {
        Throwable error = refused(Mono.usingWhen(
                application.create(),
                connection -> engine.within(connection).executions().submit(SHIP),
                Connection::close));

        assertThat(error).isInstanceOf(ValidationException.class).hasMessageContaining("no open transaction");
    }

    @Test
    @DisplayName("a claim that waits hears of what was submitted within a transaction when that commits")
    void wakes() {
        Mono<Claimed> waiting = engine.executions()
                .claim(Claim.lane("orders").as("w", "w-1").maxWait(Duration.ofMinutes(4)))
                .next();
        Mono<SubmitOutcome> submitted = Mono.fromSupplier(engine::listening)
                .filter(listening -> listening)
                .repeatWhenEmpty(rounds -> rounds.delayElements(Duration.ofMillis(5)))
                .then(inTransaction(tx -> engine.within(tx).executions().submit(SHIP)));

        List<ExecutionId> both = done(Mono.zip(
                waiting, submitted, (claimed, outcome) -> List.of(claimed.executionId(), outcome.executionId())));
        assertThat(both.get(0)).isEqualTo(both.get(1));
    }
}
