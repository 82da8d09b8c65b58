package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.Scope;
import io.fluxfabric.engine.error.EngineException;
import io.fluxfabric.engine.event.CompletionEvent;
import io.fluxfabric.engine.event.LeaseEvent;
import io.fluxfabric.engine.event.OperatorEvent;
import io.fluxfabric.engine.execution.Attempt;
import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.execution.Execution;
import io.fluxfabric.engine.execution.Executions;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.operator.Order;
import io.fluxfabric.engine.state.PublicState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/**
 * What a backend gives its contracts: an engine on a prepared database, whose time is a {@link TestClock}, and a namespace
 * that is new for each test. Beside that, the givens in which the contracts are written.
 */
public interface EngineFixture {

    Duration PATIENCE = Duration.ofSeconds(30);
    String LANE = "mail";
    WorkerIdentity ANNA = WorkerIdentity.of("anna", "anna-1");
    WorkerIdentity BERT = WorkerIdentity.of("bert", "bert-1");
    Order ORDER = Order.by("olga", "because");

    Engine engine();

    TestClock clock();

    /** The namespace of this test. */
    Scope scope();

    /**
     * Another node on the same database and clock. Who asks for it closes it.
     *
     * @param reclaimGrace how long it keeps executions whose lease lapsed for reclaims
     * @param batch how many executions its reconcilers move at a time
     */
    Engine anotherNode(Duration reclaimGrace, int batch);

    /** How many connections are out; zero when nothing runs. */
    int connectionsInUse();

    @AfterEach
    default void everyInvariantHoldsAndNothingLeaked() {
        assertThat(await(engine().audit().collectList()))
                .as("violated invariants")
                .isEmpty();
        // A hint to other processes, which nobody waits for, may be on its way still.
        assertThat(Mono.fromSupplier(this::connectionsInUse)
                        .filter(out -> out == 0)
                        .repeatWhenEmpty(rounds -> rounds.delayElements(Duration.ofMillis(2)))
                        .timeout(PATIENCE, Mono.fromSupplier(this::connectionsInUse))
                        .block())
                .as("connections left out")
                .isZero();
    }

    default Executions executions() {
        return scope().executions();
    }

    /** Waits for an answer; none is a failure. */
    default <T> T await(Mono<T> mono) {
        T value = mono.block(PATIENCE);
        assertThat(value).as("an answer").isNotNull();
        return value;
    }

    default <T> List<T> await(Flux<T> flux) {
        return await(flux.collectList());
    }

    default void awaitEmpty(Mono<?> mono) {
        assertThat(mono.<Object>map(value -> value).block(PATIENCE)).isNull();
    }

    default Submit aSubmit() {
        return Submit.of("send-invoice").lane(LANE);
    }

    default ExecutionId given(Submit submit) {
        return await(executions().submit(submit)).executionId();
    }

    default ExecutionId givenWaiting() {
        return given(aSubmit());
    }

    default Claim aClaim() {
        return Claim.lane(LANE).as(ANNA).lease(Duration.ofSeconds(30));
    }

    /** The one execution a claim gets. */
    default Claimed claimedBy(Claim claim) {
        List<Claimed> claimed = await(executions().claim(claim.max(1)));
        assertThat(claimed).hasSize(1);
        return claimed.get(0);
    }

    /** A running execution, held by Anna for 30 seconds. */
    default Handle givenRunning() {
        return givenRunning(aSubmit());
    }

    default Handle givenRunning(Submit submit) {
        ExecutionId id = given(submit);
        Handle handle = claimedBy(Claim.lane(submit.lane().value())
                        .as(ANNA)
                        .offers(submit.required())
                        .lease(Duration.ofSeconds(30)))
                .handle();
        assertThat(handle.executionId()).isEqualTo(id);
        return handle;
    }

    default Execution describe(ExecutionId id) {
        return await(executions().describe(id));
    }

    default PublicState stateOf(ExecutionId id) {
        return await(executions().state(id));
    }

    default List<Attempt> attemptsOf(ExecutionId id) {
        return await(executions().attempts(id));
    }

    default List<CompletionEvent> completionsOf(ExecutionId id) {
        return await(scope().events()
                .completions(Optional.empty())
                .filter(event -> event.executionId().equals(id)));
    }

    default List<LeaseEvent> leaseEventsOf(ExecutionId id) {
        return await(scope().events()
                .leases(Optional.empty())
                .filter(event -> event.executionId().equals(id)));
    }

    default List<OperatorEvent> operatorEventsOf(ExecutionId id) {
        return await(scope().events()
                .operators(Optional.empty())
                .filter(event -> event.executionId().equals(Optional.of(id))));
    }

    /** The error with which a call is refused. */
    default EngineException refusal(Mono<?> call) {
        AtomicReference<Throwable> refusal = new AtomicReference<>();
        StepVerifier.create(call).expectErrorSatisfies(refusal::set).verify(PATIENCE);
        assertThat(refusal.get()).isInstanceOf(EngineException.class);
        return (EngineException) refusal.get();
    }
}
