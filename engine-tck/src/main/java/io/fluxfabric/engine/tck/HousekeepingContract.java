package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.error.NotFoundException;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.execution.SubmitOutcome;
import io.fluxfabric.engine.grant.IssueClaimGrant;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.lane.LaneCount;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.policy.ExecutionPolicy;
import io.fluxfabric.engine.policy.Failure;
import io.fluxfabric.engine.reconcile.Reconciler;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.reconcile.ScanReport;
import io.fluxfabric.engine.state.PublicState;
import io.fluxfabric.engine.worker.RegisterWorker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What is forgotten, and when. */
public interface HousekeepingContract extends EngineFixture {

    Duration DAY = Duration.ofDays(1);
    Duration WEEK = Duration.ofDays(7);

    default ScanReport pass(Reconciler which) {
        return await(engine().reconcilers().pass(which));
    }

    /** Reports are about the whole database, so what earlier tests left behind is done first, and what that leaves behind. */
    @BeforeEach
    default void nothingIsDue() {
        for (int round = 0; round < 2; round++) {
            clock().advance(WEEK.plus(DAY));
            Reconcilers.ALL.forEach(this::pass);
        }
    }

    default ExecutionId givenCompleted(Submit submit) {
        Handle handle = givenRunning(submit);
        await(executions().complete(handle, Payload.none()));
        return handle.executionId();
    }

    default void assertForgotten(ExecutionId id) {
        awaitEmpty(executions().describe(id));
        assertThat(attemptsOf(id)).isEmpty();
        awaitEmpty(executions().tag(id, "a.b"));
        assertThat(refusal(scope().operator().replay(id, ORDER))).isInstanceOf(NotFoundException.class);
    }

    @Test
    @DisplayName("an execution is forgotten a day after its end, with all that belongs to it, and the counts say so")
    default void retention() {
        ExecutionId ended = givenCompleted(aSubmit().tags(Map.of("a.b", "c")));
        ExecutionId waiting = given(aSubmit().tags(Map.of("a.b", "c")));
        clock().advance(DAY.minusMillis(1));
        assertThat(pass(Reconcilers.RETENTION).changed()).isZero();
        assertThat(stateOf(ended)).isEqualTo(PublicState.COMPLETED);
        clock().advance(Duration.ofMillis(1));

        assertThat(pass(Reconcilers.RETENTION))
                .isEqualTo(ScanReport.done("retention", 1, 1, Duration.ZERO, Duration.ZERO));

        assertForgotten(ended);
        assertThat(stateOf(waiting)).isEqualTo(PublicState.WAITING);
        assertThat(await(executions().tag(waiting, "a.b"))).isEqualTo("c");
        assertThat(await(scope().lanes().counts().filter(count -> count.executions() != 0)))
                .extracting(LaneCount::publicState, LaneCount::executions)
                .containsExactly(tuple(PublicState.WAITING, 1L));
        assertThat(pass(Reconcilers.RETENTION).changed()).isZero();
    }

    @Test
    @DisplayName("every kind of end is forgotten: failed, cancelled and expired as well as completed")
    default void retentionOfEveryEnd() {
        ExecutionId cancelled = givenWaiting();
        await(scope().grants().issue(IssueClaimGrant.of(cancelled).to(ANNA)));
        await(scope().operator().cancel(cancelled, ORDER));
        ExecutionId expired = given(aSubmit().deadline(Duration.ofSeconds(1)));
        Handle failing = givenRunning(aSubmit().lane("other"));
        await(executions().fail(failing, Failure.permanent("no")));
        clock().advance(Duration.ofSeconds(1));
        pass(Reconcilers.EXECUTION_DEADLINE);
        clock().advance(DAY);

        assertThat(pass(Reconcilers.RETENTION).changed()).isEqualTo(3);

        List.of(cancelled, expired, failing.executionId()).forEach(this::assertForgotten);
    }

    @Test
    @DisplayName("an execution may say itself how long it is remembered, shorter or longer")
    default void ownRetention() {
        ExecutionId brief = givenCompleted(retained(Duration.ofMinutes(1)));
        ExecutionId usual = givenCompleted(aSubmit());
        ExecutionId lasting = givenCompleted(retained(Duration.ofDays(2)));
        clock().advance(Duration.ofMinutes(1));

        assertThat(pass(Reconcilers.RETENTION).changed()).isEqualTo(1);
        assertForgotten(brief);
        clock().advance(DAY);
        assertThat(pass(Reconcilers.RETENTION).lag()).isEqualTo(Duration.ofMinutes(1));
        assertForgotten(usual);
        assertThat(stateOf(lasting)).isEqualTo(PublicState.COMPLETED);
        clock().advance(DAY);
        pass(Reconcilers.RETENTION);
        assertForgotten(lasting);
    }

    private Submit retained(Duration retention) {
        return aSubmit().policy(ExecutionPolicy.defaults().withRetention(retention));
    }

    @Test
    @DisplayName("what was replayed before it was forgotten lives on")
    default void replayedInTime() {
        ExecutionId id = givenCompleted(aSubmit());
        clock().advance(DAY);
        await(scope().operator().replay(id, ORDER));

        assertThat(pass(Reconcilers.RETENTION).changed()).isZero();
        assertThat(stateOf(id)).isEqualTo(PublicState.WAITING);
    }

    @Test
    @DisplayName("an idempotency key outlives its execution until its own window is over")
    default void keysSurvive() {
        Submit submit = aSubmit()
                .idempotencyKey("once")
                .policy(ExecutionPolicy.defaults()
                        .withRetention(Duration.ofMinutes(1))
                        .withDedupWindow(Duration.ofHours(1)));
        ExecutionId id = givenCompleted(submit);
        clock().advance(Duration.ofHours(1).minusMillis(1));
        pass(Reconcilers.RETENTION);
        assertThat(pass(Reconcilers.IDEMPOTENCY_EXPIRY).changed()).isZero();

        assertThat(await(executions().submit(submit))).isEqualTo(new SubmitOutcome.Duplicate(id));
        clock().advance(Duration.ofMillis(1));
        assertThat(pass(Reconcilers.IDEMPOTENCY_EXPIRY).changed()).isEqualTo(1);
        assertThat(await(executions().submit(submit))).isInstanceOf(SubmitOutcome.Created.class);
        assertThat(pass(Reconcilers.IDEMPOTENCY_EXPIRY).changed()).isZero();
    }

    @Test
    @DisplayName("events outlive their execution, and go when they are a week old, from the beginning of each stream")
    default void events() {
        await(scope().workers().register(RegisterWorker.as(ANNA).livenessTtl(DAY)));
        ExecutionId old = givenCompleted(aSubmit());
        await(scope().operator().replay(old, ORDER));
        await(scope().operator().cancel(old, ORDER));
        clock().advance(DAY);
        pass(Reconcilers.RETENTION);
        ExecutionId young =
                givenCompleted(aSubmit().policy(ExecutionPolicy.defaults().withRetention(WEEK.plus(DAY))));
        assertThat(completionsOf(old)).hasSize(2);
        clock().advance(WEEK.minus(DAY).minusMillis(1));
        assertThat(pass(Reconcilers.EVENT_PRUNING).changed()).isZero();
        clock().advance(Duration.ofMillis(1));

        // Two completions, a lease that began and ended, a replay and a cancel, and a worker.
        assertThat(pass(Reconcilers.EVENT_PRUNING).changed()).isEqualTo(7);

        assertThat(completionsOf(old)).isEmpty();
        assertThat(leaseEventsOf(old)).isEmpty();
        assertThat(operatorEventsOf(old)).isEmpty();
        assertThat(await(scope().events().workers(Optional.empty()))).isEmpty();
        assertThat(completionsOf(young)).hasSize(1);
        clock().advance(DAY);
        assertThat(pass(Reconcilers.EVENT_PRUNING).changed()).isEqualTo(3);
        assertThat(stateOf(young)).as("an execution outlives its events, too").isEqualTo(PublicState.COMPLETED);
    }

    @Test
    @DisplayName("a cursor goes on where it was, though what lay before it is forgotten")
    default void cursorsGoOn() {
        givenCompleted(aSubmit());
        var before =
                await(scope().events().completions(Optional.empty())).get(0).cursor();
        clock().advance(WEEK);
        ExecutionId later = givenCompleted(aSubmit());
        pass(Reconcilers.EVENT_PRUNING);

        assertThat(await(scope().events().completions(Optional.of(before))))
                .extracting(event -> event.executionId())
                .containsExactly(later);
    }

    @Test
    @DisplayName("all of it works in batches, until nothing is left")
    default void batches() {
        Engine small = anotherNode(Duration.ZERO, 2);
        try {
            IntStream.range(0, 5).forEach(n -> givenCompleted(aSubmit().idempotencyKey("k" + n)));
            IntStream.range(0, 2).forEach(n -> givenCompleted(retained(DAY)));
            clock().advance(WEEK);

            assertThat(await(small.reconcilers().pass(Reconcilers.RETENTION)).changed())
                    .isEqualTo(7);
            assertThat(await(small.reconcilers().pass(Reconcilers.IDEMPOTENCY_EXPIRY))
                            .changed())
                    .isEqualTo(5);
            assertThat(await(small.reconcilers().pass(Reconcilers.EVENT_PRUNING))
                            .changed())
                    .isEqualTo(7 + 14);
        } finally {
            small.close().block(PATIENCE);
        }
    }

    @Test
    @DisplayName("several nodes that forget at once forget each thing once")
    default void manyNodes() {
        IntStream.range(0, 30).forEach(n -> givenCompleted(aSubmit().idempotencyKey("k" + n)));
        clock().advance(WEEK);

        for (Reconciler which :
                List.of(Reconcilers.RETENTION, Reconcilers.IDEMPOTENCY_EXPIRY, Reconcilers.EVENT_PRUNING)) {
            long changed = await(Flux.range(0, 4)
                    .flatMap(n -> engine().reconcilers().pass(which).map(ScanReport::changed), 4)
                    .reduce(0L, Long::sum));
            assertThat(changed).isEqualTo(which.equals(Reconcilers.EVENT_PRUNING) ? 90 : 30);
        }
        assertThat(await(Mono.just(pass(Reconcilers.RETENTION))).changed()).isZero();
    }
}
