package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.error.LeaseExpiredException;
import io.fluxfabric.engine.event.CompletionEvent;
import io.fluxfabric.engine.event.LeaseEvent;
import io.fluxfabric.engine.execution.Attempt;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.execution.Execution;
import io.fluxfabric.engine.execution.Moment;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.lease.HandleKind;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.policy.Failure;
import io.fluxfabric.engine.policy.Retry;
import io.fluxfabric.engine.reconcile.Reconciler;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.reconcile.ScanReport;
import io.fluxfabric.engine.state.AttemptLifecycle;
import io.fluxfabric.engine.state.AttemptOutcome;
import io.fluxfabric.engine.state.AttemptState;
import io.fluxfabric.engine.state.AttemptType;
import io.fluxfabric.engine.state.BlockingReason;
import io.fluxfabric.engine.state.OwnershipState;
import io.fluxfabric.engine.state.PublicState;
import io.fluxfabric.engine.state.TerminalOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** What becomes of executions when time passes. */
public interface ReconcileContract extends EngineFixture {

    Duration LEASE = Duration.ofSeconds(30);

    default ScanReport pass(Reconciler which) {
        return await(engine().reconcilers().pass(which));
    }

    /** Reports are about the whole database, so what earlier tests left behind is done first. */
    @BeforeEach
    default void nothingIsDue() {
        clock().advance(Duration.ofDays(1));
        Reconcilers.ALL.forEach(this::pass);
    }

    @Test
    @DisplayName("REC-007 (target) a lapsed lease is taken away, and the execution is back on its lane")
    default void requeues() {
        Handle handle = givenRunning();
        ExecutionId id = handle.executionId();
        clock().advance(LEASE.plusSeconds(10));

        assertThat(pass(Reconcilers.LEASE_EXPIRY))
                .isEqualTo(ScanReport.done("lease_expiry", 1, 1, Duration.ofSeconds(10), Duration.ZERO));

        Execution stored = describe(id);
        assertThat(stored.state().isConsistent()).isTrue();
        assertThat(stored.state().ownership()).isEqualTo(OwnershipState.UNOWNED);
        assertThat(stored.state().attempt()).isEqualTo(AttemptState.ATTEMPT_INTERRUPTED);
        assertThat(stored.lease()).isEmpty();
        assertThat(stored.attempts().reclaims()).isEqualTo(1);
        assertThat(attemptsOf(id)).singleElement().satisfies(attempt -> {
            assertThat(attempt.lifecycle()).isEqualTo(AttemptLifecycle.SUSPENDED);
            assertThat(attempt.outcome()).contains(AttemptOutcome.LEASE_EXPIRED_RECLAIMABLE);
        });
        assertThat(leaseEventsOf(id)).hasSize(2).last().satisfies(event -> {
            assertThat(event.type()).isEqualTo(LeaseEvent.Type.EXPIRED);
            assertThat(event.epoch()).isEqualTo(handle.fence().epoch() + 1);
        });
        assertThat(completionsOf(id)).isEmpty();
    }

    @Test
    @DisplayName("after a lapse another worker resumes the attempt, and the first one is refused before and after")
    default void resumesAfterALapse() {
        Handle handle = givenRunning();
        clock().advance(LEASE);
        assertThat(refusal(executions().complete(handle, Payload.none()))).isInstanceOf(LeaseExpiredException.class);
        pass(Reconcilers.LEASE_EXPIRY);
        assertThat(refusal(executions().complete(handle, Payload.none()))).isInstanceOf(LeaseExpiredException.class);

        Claimed resumed = claimedBy(aClaim().as(BERT));

        assertThat(resumed.handle().kind()).isEqualTo(HandleKind.RESUMED);
        assertThat(resumed.handle().fence().attemptId())
                .isEqualTo(handle.fence().attemptId());
        assertThat(resumed.handle().fence().epoch())
                .isGreaterThan(handle.fence().epoch() + 1);
        await(executions().complete(resumed.handle(), Payload.none()));
        assertThat(completionsOf(handle.executionId())).hasSize(1);
    }

    @Test
    @DisplayName("a lease is over at the very instant it ends, and not before")
    default void boundary() {
        Handle handle = givenRunning();
        clock().advance(LEASE.minusMillis(1));
        assertThat(pass(Reconcilers.LEASE_EXPIRY).scanned()).isZero();
        assertThat(stateOf(handle.executionId())).isEqualTo(PublicState.ACTIVE);

        clock().advance(Duration.ofMillis(1));
        assertThat(pass(Reconcilers.LEASE_EXPIRY).changed()).isEqualTo(1);
    }

    @Test
    @DisplayName("a lease that was renewed is looked at and left alone until it really ends")
    default void renewed() {
        Handle handle = givenRunning();
        clock().advance(Duration.ofSeconds(20));
        await(scope().leases().renew(handle));
        clock().advance(Duration.ofSeconds(20));
        Execution before = describe(handle.executionId());

        assertThat(pass(Reconcilers.LEASE_EXPIRY))
                .satisfies(report -> assertThat(report.scanned()).isEqualTo(1))
                .satisfies(report -> assertThat(report.changed()).isZero());
        assertThat(describe(handle.executionId())).isEqualTo(before);
        assertThat(pass(Reconcilers.LEASE_EXPIRY).scanned()).isZero();

        clock().advance(Duration.ofSeconds(10));
        assertThat(pass(Reconcilers.LEASE_EXPIRY).changed()).isEqualTo(1);
    }

    @Test
    @DisplayName("an execution that loses its holders too often fails, with one completion event")
    default void givesUp() {
        Handle handle = givenRunning(aSubmit().policy(policy -> policy.withMaxReclaims(1)));
        ExecutionId id = handle.executionId();
        clock().advance(LEASE);
        pass(Reconcilers.LEASE_EXPIRY);
        Handle second = claimedBy(aClaim()).handle();
        clock().advance(LEASE);

        assertThat(pass(Reconcilers.LEASE_EXPIRY).changed()).isEqualTo(1);

        Execution stored = describe(id);
        assertThat(stored.publicState()).isEqualTo(PublicState.FAILED);
        assertThat(stored.attempts().reclaims()).isEqualTo(1);
        assertThat(stored.failure().orElseThrow().reason()).isEqualTo("max_reclaims_exceeded");
        assertThat(completionsOf(id)).singleElement().satisfies(event -> {
            assertThat(event.outcome()).isEqualTo(TerminalOutcome.FAILED);
            assertThat(event.reason()).contains("max_reclaims_exceeded");
        });
        assertThat(attemptsOf(id)).singleElement().satisfies(attempt -> {
            assertThat(attempt.lifecycle()).isEqualTo(AttemptLifecycle.ENDED_FAILURE);
            assertThat(attempt.outcome()).contains(AttemptOutcome.INTERRUPTED);
        });
        assertThat(leaseEventsOf(id))
                .last()
                .satisfies(event -> assertThat(event.type()).isEqualTo(LeaseEvent.Type.EXPIRED));
        refusal(executions().complete(second, Payload.none()));
    }

    @Test
    @DisplayName("REC-007 with a grace, it stays active for reclaims only; when that is over anybody may resume it")
    default void keepsForReclaim() {
        Engine node = anotherNode(Duration.ofSeconds(60), 500);
        Handle handle = givenRunning();
        ExecutionId id = handle.executionId();
        clock().advance(LEASE);

        assertThat(await(node.reconcilers().pass(Reconcilers.LEASE_EXPIRY)).changed())
                .isEqualTo(1);
        Execution held = describe(id);
        assertThat(held.state().ownership()).isEqualTo(OwnershipState.LEASE_EXPIRED_RECLAIMABLE);
        assertThat(held.state().isConsistent()).isTrue();
        assertThat(held.publicState()).isEqualTo(PublicState.ACTIVE);
        assertThat(held.lease()).isEmpty();
        assertThat(held.attempts().reclaims()).isZero();
        assertThat(await(executions().claim(aClaim()))).isEmpty();
        refusal(executions().complete(handle, Payload.none()));

        clock().advance(Duration.ofSeconds(59));
        assertThat(await(node.reconcilers().pass(Reconcilers.LEASE_EXPIRY)).scanned())
                .isZero();
        clock().advance(Duration.ofSeconds(1));
        assertThat(await(node.reconcilers().pass(Reconcilers.LEASE_EXPIRY)).changed())
                .isEqualTo(1);
        assertThat(describe(id).attempts().reclaims()).isEqualTo(1);
        assertThat(leaseEventsOf(id)).hasSize(2);
        assertThat(claimedBy(aClaim()).handle().kind()).isEqualTo(HandleKind.RESUMED);
        awaitEmpty(node.close());
    }

    @Test
    @DisplayName("what is kept for reclaims can be cancelled, and its deadline still counts")
    default void endsWhileKept() {
        Engine node = anotherNode(Duration.ofHours(1), 500);
        Handle cancelled = givenRunning();
        Handle expired = givenRunning(aSubmit().deadline(Duration.ofMinutes(10)));
        clock().advance(LEASE);
        await(node.reconcilers().pass(Reconcilers.LEASE_EXPIRY));

        await(scope().operator().cancel(cancelled.executionId(), ORDER));
        clock().advance(Duration.ofMinutes(10));
        await(node.reconcilers().pass(Reconcilers.EXECUTION_DEADLINE));

        assertThat(stateOf(cancelled.executionId())).isEqualTo(PublicState.CANCELLED);
        assertThat(stateOf(expired.executionId())).isEqualTo(PublicState.EXPIRED);
        assertThat(attemptsOf(cancelled.executionId()).get(0).endedAt()).isPresent();
        assertThat(attemptsOf(expired.executionId()).get(0).endedAt()).isPresent();
        awaitEmpty(node.close());
    }

    @Test
    @DisplayName("REC-004 (target) an attempt that takes too long is retried as its policy says")
    default void timesOutWithRetry() {
        Handle handle = givenRunning(
                aSubmit().attemptTimeout(Duration.ofSeconds(10)).retry(Retry.fixed(Duration.ofSeconds(5))));
        ExecutionId id = handle.executionId();
        clock().advance(Duration.ofSeconds(10));

        assertThat(pass(Reconcilers.ATTEMPT_TIMEOUT).changed()).isEqualTo(1);

        Execution stored = describe(id);
        assertThat(stored.publicState()).isEqualTo(PublicState.DELAYED);
        assertThat(stored.state().attempt()).isEqualTo(AttemptState.PENDING_RETRY_ATTEMPT);
        assertThat(stored.attempts().retries()).isEqualTo(1);
        assertThat(stored.attempts().reclaims()).isZero();
        assertThat(stored.times().delayUntil()).contains(clock().now().plusSeconds(5));
        assertThat(attemptsOf(id)).singleElement().satisfies(attempt -> {
            assertThat(attempt.lifecycle()).isEqualTo(AttemptLifecycle.ENDED_FAILURE);
            assertThat(attempt.outcome()).contains(AttemptOutcome.INTERRUPTED);
            assertThat(attempt.retryAt()).contains(clock().now().plusSeconds(5));
            assertThat(attempt.failureReason()).contains("attempt_timeout");
        });
        assertThat(leaseEventsOf(id)).last().satisfies(event -> {
            assertThat(event.type()).isEqualTo(LeaseEvent.Type.REVOKED);
            assertThat(event.reason()).contains("attempt_timeout");
        });
        refusal(executions().complete(handle, Payload.none()));
        clock().advance(Duration.ofSeconds(5));
        pass(Reconcilers.DELAYED_PROMOTION);
        Claimed retried = claimedBy(aClaim());
        assertThat(retried.attemptType()).isEqualTo(AttemptType.RETRY);
        assertThat(retried.handle().fence().attemptIndex()).isEqualTo(1);
    }

    @Test
    @DisplayName("a retry without a delay can be claimed at once")
    default void timesOutWithRetryAtOnce() {
        Handle handle =
                givenRunning(aSubmit().attemptTimeout(Duration.ofSeconds(10)).retry(Retry.fixed(Duration.ZERO)));
        clock().advance(Duration.ofSeconds(10));
        pass(Reconcilers.ATTEMPT_TIMEOUT);

        assertThat(attemptsOf(handle.executionId()).get(0).retryAt()).contains(clock().now());
        assertThat(claimedBy(aClaim()).attemptType()).isEqualTo(AttemptType.RETRY);
    }

    @Test
    @DisplayName("REC-005 (target) an attempt that takes too long and has no retry left fails the execution")
    default void timesOutWithoutRetry() {
        Handle handle = givenRunning(aSubmit().attemptTimeout(Duration.ofSeconds(10)));
        ExecutionId id = handle.executionId();
        clock().advance(Duration.ofSeconds(10));

        assertThat(pass(Reconcilers.ATTEMPT_TIMEOUT).changed()).isEqualTo(1);

        Execution stored = describe(id);
        assertThat(stored.publicState()).isEqualTo(PublicState.FAILED);
        assertThat(stored.failure().orElseThrow().reason()).isEqualTo("attempt_timeout");
        assertThat(completionsOf(id)).singleElement().satisfies(event -> {
            assertThat(event.outcome()).isEqualTo(TerminalOutcome.FAILED);
            assertThat(event.reason()).contains("attempt_timeout");
        });
        assertThat(attemptsOf(id).get(0).retryAt()).isEmpty();
    }

    @Test
    @DisplayName("a timeout is not retried when the policy retries other categories only")
    default void timeoutOfAnotherCategory() {
        Retry others = Retry.fixed(Duration.ofSeconds(5)).onlyOn("network");
        Handle handle =
                givenRunning(aSubmit().attemptTimeout(Duration.ofSeconds(10)).retry(others));
        clock().advance(Duration.ofSeconds(10));
        pass(Reconcilers.ATTEMPT_TIMEOUT);

        assertThat(stateOf(handle.executionId())).isEqualTo(PublicState.FAILED);
    }

    @Test
    @DisplayName("a renewal does not prolong the time of the attempt")
    default void renewalDoesNotHelpAgainstTimeout() {
        Handle handle = givenRunning(aSubmit().attemptTimeout(Duration.ofSeconds(40)));
        clock().advance(Duration.ofSeconds(20));
        await(scope().leases().renew(handle));
        clock().advance(Duration.ofSeconds(20));
        pass(Reconcilers.ATTEMPT_TIMEOUT);

        assertThat(stateOf(handle.executionId())).isEqualTo(PublicState.FAILED);
    }

    @Test
    @DisplayName("the time of an attempt stands still between two holders")
    default void timeStandsStill() {
        Handle handle = givenRunning(aSubmit().attemptTimeout(Duration.ofSeconds(60)));
        clock().advance(LEASE);
        pass(Reconcilers.LEASE_EXPIRY);
        clock().advance(Duration.ofHours(1));
        assertThat(pass(Reconcilers.ATTEMPT_TIMEOUT).scanned()).isZero();

        claimedBy(aClaim());

        assertThat(describe(handle.executionId()).times().attemptTimeoutAt())
                .contains(clock().now().plusSeconds(30));
    }

    @Test
    @DisplayName("REC-012 a running execution past its deadline expires, and its holder is fenced")
    default void expiresARunningOne() {
        Handle handle = givenRunning(aSubmit().deadline(Duration.ofSeconds(10)));
        ExecutionId id = handle.executionId();
        clock().advance(Duration.ofSeconds(10));

        assertThat(pass(Reconcilers.EXECUTION_DEADLINE).changed()).isEqualTo(1);

        Execution stored = describe(id);
        assertThat(stored.publicState()).isEqualTo(PublicState.EXPIRED);
        assertThat(stored.lease()).isEmpty();
        assertThat(stored.failure().orElseThrow().reason()).isEqualTo("execution_deadline");
        assertThat(attemptsOf(id)).singleElement().satisfies(attempt -> {
            assertThat(attempt.lifecycle()).isEqualTo(AttemptLifecycle.ENDED_FAILURE);
            assertThat(attempt.outcome()).contains(AttemptOutcome.INTERRUPTED);
        });
        assertThat(leaseEventsOf(id)).last().satisfies(event -> {
            assertThat(event.type()).isEqualTo(LeaseEvent.Type.REVOKED);
            assertThat(event.epoch()).isEqualTo(handle.fence().epoch() + 1);
        });
        refusal(executions().complete(handle, Payload.none()));
        assertThat(completionsOf(id))
                .singleElement()
                .satisfies(event -> assertThat(event.reason()).contains("execution_deadline"));
    }

    @Test
    @DisplayName("EXE-010 a deadline holds to the millisecond")
    default void deadlineBoundary() {
        ExecutionId id = given(aSubmit().deadline(Duration.ofSeconds(10)));
        clock().advance(Duration.ofSeconds(10).minusMillis(1));
        assertThat(pass(Reconcilers.EXECUTION_DEADLINE).scanned()).isZero();

        clock().advance(Duration.ofMillis(1));
        pass(Reconcilers.EXECUTION_DEADLINE);
        assertThat(stateOf(id)).isEqualTo(PublicState.EXPIRED);
    }

    @TestFactory
    @DisplayName("a deadline ends an execution whatever it waits for")
    default Stream<DynamicTest> expiresFromEveryState() {
        Submit submit = aSubmit().deadline(Duration.ofMinutes(1)).priority(9000);
        return Stream.of(
                expires("waiting", () -> given(submit)),
                expires("delayed", () -> given(submit.delay(Duration.ofHours(1)))),
                expires("blocked", () -> {
                    ExecutionId id = given(submit);
                    awaitEmpty(scope().operator().block(id, BlockingReason.WAITING_FOR_BUDGET, "", ORDER));
                    return id;
                }),
                expires("given back", () -> {
                    Handle handle = givenRunning(submit);
                    await(executions().release(handle, "later"));
                    return handle.executionId();
                }),
                expires("delayed by its worker", () -> {
                    Handle handle = givenRunning(submit);
                    await(executions().delay(handle, Moment.after(Duration.ofSeconds(30))));
                    return handle.executionId();
                }),
                expires("waiting for a retry", () -> {
                    Handle handle = givenRunning(submit.retry(Retry.fixed(Duration.ofSeconds(30))));
                    await(executions().fail(handle, Failure.transientFailure("once more")));
                    return handle.executionId();
                }));
    }

    private DynamicTest expires(String state, Supplier<ExecutionId> given) {
        return DynamicTest.dynamicTest(state, () -> {
            ExecutionId id = given.get();
            clock().advance(Duration.ofMinutes(1));
            assertThat(pass(Reconcilers.EXECUTION_DEADLINE).changed()).isEqualTo(1);

            Execution stored = describe(id);
            assertThat(stored.publicState()).isEqualTo(PublicState.EXPIRED);
            assertThat(stored.state().isConsistent()).isTrue();
            assertThat(completionsOf(id).stream().map(CompletionEvent::outcome))
                    .containsExactly(TerminalOutcome.EXPIRED);
            assertThat(attemptsOf(id).stream().map(Attempt::endedAt)).allMatch(Optional::isPresent);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"LEASE_EXPIRY", "ATTEMPT_TIMEOUT", "EXECUTION_DEADLINE"})
    @DisplayName("when all three are due, the deadline counts, whichever pass comes first")
    default void deadlineFirst(Reconciler.Task task) {
        Handle handle = givenRunning(aSubmit()
                .attemptTimeout(Duration.ofSeconds(10))
                .retry(Retry.fixed(Duration.ZERO))
                .deadline(Duration.ofSeconds(20)));
        clock().advance(LEASE);

        pass(new Reconciler(task, Duration.ZERO));

        assertThat(stateOf(handle.executionId())).isEqualTo(PublicState.EXPIRED);
        assertThat(completionsOf(handle.executionId())).hasSize(1);
        Reconcilers.ALL.forEach(this::pass);
        assertThat(completionsOf(handle.executionId())).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"LEASE_EXPIRY", "ATTEMPT_TIMEOUT"})
    @DisplayName("when lease and attempt are over, the attempt counts, whichever pass comes first")
    default void timeoutSecond(Reconciler.Task task) {
        Handle handle = givenRunning(aSubmit().attemptTimeout(Duration.ofSeconds(10)));
        clock().advance(LEASE);

        pass(new Reconciler(task, Duration.ZERO));

        assertThat(stateOf(handle.executionId())).isEqualTo(PublicState.FAILED);
        assertThat(describe(handle.executionId()).attempts().reclaims()).isZero();
    }

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
    @DisplayName("what is past its deadline is not promoted any more")
    default void doesNotPromoteTheExpired() {
        ExecutionId id = given(aSubmit().delay(Duration.ofMinutes(5)).deadline(Duration.ofMinutes(5)));
        clock().advance(Duration.ofMinutes(5));

        assertThat(pass(Reconcilers.DELAYED_PROMOTION).scanned()).isZero();
        pass(Reconcilers.EXECUTION_DEADLINE);
        assertThat(stateOf(id)).isEqualTo(PublicState.EXPIRED);
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
    @DisplayName("a lapse against a late completion: one of them counts")
    default void lapseAgainstCompletion() {
        List<Handle> handles =
                IntStream.range(0, 40).mapToObj(n -> givenRunning()).toList();
        clock().advance(LEASE.minusMillis(1));
        Mono<Void> completions = Flux.fromIterable(handles)
                .flatMap(handle -> executions()
                        .complete(handle, Payload.none())
                        .onErrorResume(LeaseExpiredException.class, lost -> Mono.empty()))
                .then();
        Mono<Void> lapse = Mono.fromRunnable(() -> clock().advance(Duration.ofMillis(1)))
                .then(Flux.range(0, 5)
                        .concatMap(n -> engine().reconcilers().pass(Reconcilers.LEASE_EXPIRY))
                        .then());
        await(Mono.when(completions, lapse).thenReturn(true));
        pass(Reconcilers.LEASE_EXPIRY);

        for (Handle handle : handles) {
            boolean completed = stateOf(handle.executionId()) == PublicState.COMPLETED;
            assertThat(completionsOf(handle.executionId())).hasSize(completed ? 1 : 0);
            assertThat(leaseEventsOf(handle.executionId())).hasSize(2);
        }
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
