package io.fluxfabric.engine.proof.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fluxfabric.engine.chaos.fault.FaultyWire;
import io.fluxfabric.engine.chaos.fault.Loss;
import io.fluxfabric.engine.error.TransportException;
import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.policy.Failure;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.state.PublicState;
import io.fluxfabric.engine.testdb.PostgresServer;
import io.fluxfabric.engine.testdb.TestDatabase;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Mono;

/** A connection that is cut in the middle of a statement: it happened entirely or not at all, and repeating it gives the answer. */
class PostgresLostWordsTest extends Faults {

    /** What every statement about executions contains. */
    private static final String STATEMENT = "ff_exec_core";

    private static final WorkerIdentity ANNA = WorkerIdentity.of("anna", "anna-1");

    private FaultyWire wire;
    private R2dbcEngine engine;

    /** Looks at the same database on a wire that is whole. */
    private R2dbcEngine witness;

    @BeforeEach
    void connect() {
        TestDatabase database = closing(PostgresServer.shared().freshDatabase());
        wire = closing(FaultyWire.before(database.r2dbcUrl()));
        witness = engine(database.r2dbcUrl());
        engine = engine(wire.url(database.r2dbcUrl()));
    }

    @AfterEach
    void nothingIsLeftBehind() {
        assertThat(witness.audit().collectList().block(Waiting.PATIENCE)).isEmpty();
        Waiting.until("the return of all connections", () -> engine.connectionsInUse() == 0);
    }

    @ParameterizedTest(name = "submit, {0} lost")
    @EnumSource(Loss.class)
    void submit(Loss loss) {
        Submit submit = Submit.of(Load.KIND).lane(Load.LANE).idempotencyKey("once");
        assertCut(loss, engine.executions().submit(submit));
        ExecutionId first = await(engine.executions().submit(submit)).executionId();
        assertThat(await(witness.executions().submit(submit)).executionId()).isEqualTo(first);
        assertThat(await(witness.lanes().counts().collectList())).hasSize(1);
    }

    @ParameterizedTest(name = "claim, {0} lost")
    @EnumSource(Loss.class)
    void claim(Loss loss) {
        ExecutionId id = submitted();
        assertCut(loss, engine.executions().claim(aClaim()).next());
        assertThat(await(witness.executions().state(id)))
                .isEqualTo(loss == Loss.ANSWER ? PublicState.ACTIVE : PublicState.WAITING);
        Waiting.until("a claim that gets it", () -> {
            await(witness.reconcilers().pass(Reconcilers.LEASE_EXPIRY));
            return Boolean.TRUE.equals(
                    engine.executions().claim(aClaim()).hasElements().block(Waiting.PATIENCE));
        });
    }

    @ParameterizedTest(name = "complete, {0} lost")
    @EnumSource(Loss.class)
    void complete(Loss loss) {
        Handle handle = held();
        assertCut(loss, engine.executions().complete(handle));
        assertThat(await(witness.executions().state(handle.executionId())))
                .isEqualTo(loss == Loss.ANSWER ? PublicState.COMPLETED : PublicState.ACTIVE);
        await(engine.executions().complete(handle));
        assertThat(await(witness.executions().state(handle.executionId()))).isEqualTo(PublicState.COMPLETED);
    }

    @ParameterizedTest(name = "fail, {0} lost")
    @EnumSource(Loss.class)
    void fail(Loss loss) {
        Handle handle = held();
        Failure failure = Failure.permanent("no such address");
        // It reads the policy first; the statement that counts is the one that writes.
        assertCut("UPDATE ff_exec_core", loss, engine.executions().fail(handle, failure));
        assertThat(await(witness.executions().state(handle.executionId())))
                .isEqualTo(loss == Loss.ANSWER ? PublicState.FAILED : PublicState.ACTIVE);
        await(engine.executions().fail(handle, failure));
        assertThat(await(witness.executions().state(handle.executionId()))).isEqualTo(PublicState.FAILED);
    }

    /** What the caller hears may be unknown to him, but it must be said, and typed. */
    private void assertCut(Loss loss, Mono<?> call) {
        assertCut(STATEMENT, loss, call);
    }

    private void assertCut(String text, Loss loss, Mono<?> call) {
        CompletableFuture<String> sprung = wire.cutAt(text, loss);
        assertThatThrownBy(() -> call.block(Waiting.PATIENCE))
                .isInstanceOfSatisfying(
                        TransportException.class,
                        lost -> assertThat(lost.isRetryable()).isTrue());
        assertThat(sprung).isCompleted();
    }

    private ExecutionId submitted() {
        return await(witness.executions().submit(Submit.of(Load.KIND).lane(Load.LANE)))
                .executionId();
    }

    private static Claim aClaim() {
        return Claim.lane(Load.LANE).as(ANNA).lease(Duration.ofSeconds(1));
    }

    private Handle held() {
        submitted();
        return await(witness.executions()
                        .claim(Claim.lane(Load.LANE).as(ANNA).lease(Duration.ofMinutes(1)))
                        .next())
                .handle();
    }

    private static <T> T await(Mono<T> mono) {
        return Objects.requireNonNull(mono.block(Waiting.PATIENCE));
    }
}
