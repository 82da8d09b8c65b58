package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.event.LeaseEvent;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.execution.Execution;
import io.fluxfabric.engine.execution.Moment;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.lease.HandleKind;
import io.fluxfabric.engine.reconcile.Reconciler;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.reconcile.ScanReport;
import io.fluxfabric.engine.state.AttemptType;
import io.fluxfabric.engine.state.BlockingReason;
import io.fluxfabric.engine.state.PublicState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** What becomes of executions when time passes: promotion, and how passes and loops work. */
public interface ReconcileContract extends ReconcileFixture {

    @Test
    @DisplayName("REC-010 a delayed execution becomes eligible when its time has come, and not before")
    default void promotes() {
        ExecutionId id = given(aSubmit().delay(Duration.ofMinutes(5)));
        assertThat(stateOf(id)).isEqualTo(PublicState.DELAYED);
        clock().advance(Duration.ofMinutes(5).minusMillis(1));
        assertThat(pass(Reconcilers.DELAYED_PROMOTION).scanned()).isZero();
        assertThat(await(executions().claim(aClaim()))).isEmpty();

        clock().advance(Duration.ofMillis(1));
        assertThat(pass(Reconcilers.DELAYED_PROMOTION).changed()).isEqualTo(1);

        Execution stored = describe(id);
        assertThat(stored.publicState()).isEqualTo(PublicState.WAITING);
        assertThat(stored.times().delayUntil()).isEmpty();
        assertThat(stored.blockingReason()).isEqualTo(BlockingReason.WAITING_FOR_WORKER);
        assertThat(claimedBy(aClaim()).attemptType()).isEqualTo(AttemptType.INITIAL);
    }

    @Test
    @DisplayName("REC-010 an execution that its worker delayed is promoted, and the same attempt goes on")
    default void promotesAnInterruptedOne() {
        Handle handle = givenRunning();
        await(executions().delay(handle, Moment.after(Duration.ofMinutes(5))));
        clock().advance(Duration.ofMinutes(5));
        pass(Reconcilers.DELAYED_PROMOTION);

        Claimed resumed = claimedBy(aClaim());
        assertThat(resumed.handle().kind()).isEqualTo(HandleKind.RESUMED);
        assertThat(resumed.handle().fence().attemptId())
                .isEqualTo(handle.fence().attemptId());
    }

    @Test
    @DisplayName("when nothing is due a pass finds nothing and has no lag")
    default void idle() {
        givenRunning(aSubmit().attemptTimeout(Duration.ofHours(1)).deadline(Duration.ofHours(1)));
        pass(Reconcilers.COUNT_FOLDING);

        for (Reconciler reconciler : Reconcilers.ALL) {
            assertThat(pass(reconciler))
                    .isEqualTo(ScanReport.done(reconciler.name(), 0, 0, Duration.ZERO, Duration.ZERO));
        }
    }

    @Test
    @DisplayName("a pass works in batches until nothing is due")
    default void batches() {
        Engine node = anotherNode(Duration.ZERO, 2);
        givenManyRunning(5);
        clock().advance(LEASE);

        assertThat(await(node.reconcilers().pass(Reconcilers.LEASE_EXPIRY)).changed())
                .isEqualTo(5);
        assertThat(await(executions().claim(aClaim().max(10)))).hasSize(5);
        awaitEmpty(node.close());
    }

    private void givenManyRunning(int count) {
        await(executions().submitAll(Flux.range(0, count).map(n -> aSubmit())));
        assertThat(await(executions().claim(aClaim().max(count)))).hasSize(count);
    }

    @Test
    @DisplayName("two nodes over 200 lapsed leases: each is requeued once")
    default void twoNodes() {
        Engine node = anotherNode(Duration.ZERO, 7);
        Engine other = anotherNode(Duration.ZERO, 7);
        givenManyRunning(200);
        clock().advance(LEASE);

        List<ScanReport> reports = await(Flux.range(0, 8)
                .flatMap(n -> (n % 2 == 0 ? node : other).reconcilers().pass(Reconcilers.LEASE_EXPIRY)));
        // One that another node was at when the others came by is left for the next pass.
        long late = pass(Reconcilers.LEASE_EXPIRY).changed();

        assertThat(reports.stream().mapToLong(ScanReport::changed).sum() + late).isEqualTo(200);
        List<Claimed> claimed = await(executions().claim(aClaim().max(300)));
        assertThat(claimed).hasSize(200);
        assertThat(claimed)
                .allSatisfy(one -> assertThat(one.handle().fence().epoch()).isEqualTo(3));
        assertThat(await(scope().events().leases(Optional.empty())).stream()
                        .filter(event -> event.type() == LeaseEvent.Type.EXPIRED))
                .hasSize(200);
        awaitEmpty(node.close().then(other.close()));
    }

    @Test
    @DisplayName("REC-003 (target) the loop does what is due as time passes, reports it, and ends with the engine")
    default void loops() throws InterruptedException {
        Engine node = anotherNode(Duration.ZERO, 500);
        Handle handle = givenRunning();
        BlockingQueue<ScanReport> reports = new LinkedBlockingQueue<>();
        Mono<Void> ended = node.reconcilers()
                .run(Reconcilers.LEASE_EXPIRY.every(Duration.ofSeconds(15)))
                .doOnNext(reports::add)
                .then()
                .cache();
        ended.subscribe();

        long changed = 0;
        for (int tick = 0; changed == 0 && tick < 200; tick++) {
            clock().advance(Duration.ofSeconds(15));
            // A tick that comes before the pass before it has quite ended is dropped, and brings no report.
            ScanReport report = reports.poll(100, TimeUnit.MILLISECONDS);
            changed = report == null ? 0 : report.changed();
        }

        assertThat(changed).isEqualTo(1);
        awaitEmpty(node.close());
        awaitEmpty(ended);
        assertThat(claimedBy(aClaim()).executionId()).isEqualTo(handle.executionId());
    }

    @Test
    @DisplayName("REC-003 (target) an interval of zero switches a reconciler off")
    default void switchedOff() {
        StepVerifier.create(engine().reconcilers().run(Reconcilers.LEASE_EXPIRY.every(Duration.ZERO)))
                .expectComplete()
                .verify(PATIENCE);
    }

    @Test
    @DisplayName("REC-003 (target) an engine that is closed right after the start ends its loops")
    default void closedAtOnce() {
        Engine node = anotherNode(Duration.ZERO, 500);

        StepVerifier.create(node.reconcilers().run())
                .then(() -> awaitEmpty(node.close()))
                .expectComplete()
                .verify(PATIENCE);
    }
}
