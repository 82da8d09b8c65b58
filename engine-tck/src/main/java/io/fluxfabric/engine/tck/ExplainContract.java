package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Explanation;
import io.fluxfabric.engine.id.Capabilities;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.policy.Failure;
import io.fluxfabric.engine.policy.Retry;
import io.fluxfabric.engine.state.BlockingReason;
import io.fluxfabric.engine.state.LaneState;
import io.fluxfabric.engine.state.TerminalOutcome;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Why is it not running? Typed for programs, and a sentence for people. */
public interface ExplainContract extends EngineFixture {

    /** A worker instance that was heard of just now and counts as alive for so long. */
    void givenWorker(WorkerIdentity worker, String lane, boolean draining, Duration ttl, String... capabilities);

    private void givenAlive(WorkerIdentity worker, String... capabilities) {
        givenWorker(worker, LANE, false, Duration.ofHours(1), capabilities);
    }

    private Explanation explain(ExecutionId id) {
        return await(executions().explain(id));
    }

    @Test
    @DisplayName("held: by whom and until when")
    default void held() {
        Handle handle = givenRunning();

        assertThat(explain(handle.executionId()))
                .isEqualTo(new Explanation.Held(
                        handle.executionId(),
                        ANNA,
                        clock().now().plusSeconds(30),
                        "ACTIVE: held by worker anna/anna-1 until "
                                + clock().now().plusSeconds(30) + " (in 30 s)"));
    }

    @Test
    @DisplayName("a lease that has ended holds nothing: it waits to be handed on")
    default void lapsed() {
        Handle handle = givenRunning();
        clock().advance(Duration.ofSeconds(30));

        assertThat(explain(handle.executionId()))
                .isInstanceOfSatisfying(
                        Explanation.AwaitingReclaim.class,
                        waiting -> assertThat(waiting.sentence())
                                .startsWith("ACTIVE: the lease of worker anna/anna-1 ended at ")
                                .endsWith("; the next sweep hands it on"));
    }

    @Test
    @DisplayName("delayed: until when, and overdue when nobody has looked yet")
    default void delayed() {
        ExecutionId id = given(aSubmit().delay(Duration.ofMinutes(5)));

        assertThat(explain(id)).isInstanceOfSatisfying(Explanation.DelayedUntil.class, delayed -> {
            assertThat(delayed.until()).isEqualTo(clock().now().plus(Duration.ofMinutes(5)));
            assertThat(delayed.reason()).isEqualTo(BlockingReason.WAITING_FOR_DELAY);
            assertThat(delayed.sentence()).matches("DELAYED: starts at \\S+ \\(in 5 min\\)");
        });
        clock().advance(Duration.ofMinutes(5));
        assertThat(explain(id).sentence()).startsWith("DELAYED: starts with the next sweep, due since ");
    }

    @Test
    @DisplayName("backing off: until when, which retry, and after what")
    default void backoff() {
        Handle handle = givenRunning(aSubmit().retry(Retry.fixed(Duration.ofSeconds(10))));
        await(executions().fail(handle, Failure.transientFailure("mail server away")));

        assertThat(explain(handle.executionId())).isInstanceOfSatisfying(Explanation.DelayedUntil.class, delayed -> {
            assertThat(delayed.until()).isEqualTo(clock().now().plusSeconds(10));
            assertThat(delayed.reason()).isEqualTo(BlockingReason.WAITING_FOR_RETRY_BACKOFF);
            assertThat(delayed.sentence())
                    .startsWith("DELAYED: retry 1 starts at ")
                    .endsWith("(in 10 s): mail server away");
        });
    }

    @Test
    @DisplayName("a lane that hands out nothing: in which state and why")
    default void laneClosed() {
        ExecutionId id = givenWaiting();
        givenAlive(ANNA);
        await(scope().lanes().pause(LANE, ORDER));

        assertThat(explain(id))
                .isEqualTo(new Explanation.LaneClosed(
                        id,
                        LaneId.of(LANE),
                        LaneState.PAUSED,
                        Optional.of("because"),
                        "WAITING: lane mail is paused: because"));
        await(scope().lanes().resume(LANE, ORDER));
        assertThat(explain(id)).isInstanceOf(Explanation.Ready.class);
    }

    @Test
    @DisplayName("a lane that drains still hands out")
    default void laneDraining() {
        ExecutionId id = givenWaiting();
        await(scope().lanes().drain(LANE, ORDER));

        assertThat(explain(id)).isInstanceOf(Explanation.Ready.class);
    }

    @Test
    @DisplayName("EXE-050 (target) nobody alive offers what it requires: what is missing, and who had it last")
    default void noCapableWorker() {
        ExecutionId id = given(aSubmit().requires("dkim", "smtp"));
        givenWorker(WorkerIdentity.of("mail", "mail-7"), LANE, false, Duration.ofSeconds(30), "smtp", "dkim");
        givenWorker(WorkerIdentity.of("mail", "other-lane"), "post", false, Duration.ofHours(1), "smtp", "dkim");
        givenWorker(WorkerIdentity.of("mail", "draining"), LANE, true, Duration.ofHours(1), "dkim");
        givenAlive(ANNA);
        givenAlive(BERT, "smtp");
        assertThat(explain(id)).isInstanceOf(Explanation.Ready.class);

        clock().advance(Duration.ofMinutes(4));

        assertThat(explain(id))
                .isEqualTo(new Explanation.NoCapableWorker(
                        id,
                        Capabilities.required("dkim"),
                        2,
                        "WAITING: requires [dkim, smtp]; 2 workers alive on lane mail, none offers it"
                                + " (last seen: mail-7, 4 min ago)"));
    }

    @Test
    @DisplayName("a worker is alive for less than its time to live, to the millisecond")
    default void liveness() {
        ExecutionId id = given(aSubmit().requires("smtp"));
        givenWorker(ANNA, LANE, false, Duration.ofSeconds(30), "smtp");
        clock().advance(Duration.ofMillis(29_999));
        assertThat(explain(id)).isInstanceOf(Explanation.Ready.class);

        clock().advance(Duration.ofMillis(1));

        assertThat(explain(id)).isInstanceOfSatisfying(Explanation.NoCapableWorker.class, none -> {
            assertThat(none.missing()).isEqualTo(Capabilities.required("smtp"));
            assertThat(none.workersAlive()).isZero();
            assertThat(none.sentence())
                    .isEqualTo("WAITING: requires [smtp]; no worker alive on lane mail (last seen: anna-1, 30 s ago)");
        });
    }

    @Test
    @DisplayName("ready: how many are ahead by priority and age, and how many workers could take it")
    default void ready() {
        ExecutionId first = givenWaiting();
        assertThat(explain(first))
                .isEqualTo(new Explanation.Ready(
                        first, 0, 0, "WAITING: next on lane mail; no registered worker can take it"));
        givenAlive(ANNA);
        clock().advance(Duration.ofSeconds(1));
        ExecutionId second = givenWaiting();
        clock().advance(Duration.ofSeconds(1));
        given(aSubmit().priority(1));
        given(aSubmit().lane("elsewhere").priority(9));

        assertThat(explain(second))
                .isEqualTo(new Explanation.Ready(
                        second, 2, 1, "WAITING: 2 executions ahead on lane mail; 1 worker can take it"));
    }

    @Test
    @DisplayName("given back: it waits to be resumed")
    default void resumable() {
        Handle handle = givenRunning();
        await(executions().release(handle, "no time"));

        assertThat(explain(handle.executionId()).sentence()).startsWith("RESUMABLE: next on lane mail; ");
    }

    @Test
    @DisplayName("blocked by budget, quota or operator: for which reason and with which detail")
    default void blocked() {
        ExecutionId id = givenWaiting();
        givenAlive(ANNA);
        awaitEmpty(scope().operator().block(id, BlockingReason.WAITING_FOR_BUDGET, "budget eu is spent", ORDER));
        assertThat(explain(id))
                .isEqualTo(new Explanation.Blocked(
                        id,
                        BlockingReason.WAITING_FOR_BUDGET,
                        Optional.of("budget eu is spent"),
                        "RATE_LIMITED: waiting for budget: budget eu is spent"));

        awaitEmpty(scope().operator().block(id, BlockingReason.WAITING_FOR_QUOTA, "100 per minute", ORDER));
        assertThat(explain(id).sentence()).isEqualTo("RATE_LIMITED: waiting for quota: 100 per minute");
        awaitEmpty(scope().operator().block(id, BlockingReason.PAUSED_BY_OPERATOR, "", ORDER));
        assertThat(explain(id).sentence()).isEqualTo("WAITING: paused by operator");
    }

    @Test
    @DisplayName("ended: how, since when and why")
    default void ended() {
        Handle completed = givenRunning();
        await(executions().complete(completed));
        ExecutionId cancelled = givenWaiting();
        await(scope().operator().cancel(cancelled, ORDER));
        clock().advance(Duration.ofSeconds(1));

        assertThat(explain(completed.executionId())).isInstanceOfSatisfying(Explanation.Ended.class, ended -> {
            assertThat(ended.outcome()).isEqualTo(TerminalOutcome.SUCCESS);
            assertThat(ended.since()).isEqualTo(clock().now().minusSeconds(1));
            assertThat(ended.sentence()).startsWith("COMPLETED: ended as success at ");
        });
        assertThat(explain(cancelled).sentence())
                .startsWith("CANCELLED: ended as cancelled at ")
                .endsWith(": because");
    }

    @Test
    @DisplayName("a claim that another takes is what a held execution explains")
    default void afterClaim() {
        ExecutionId id = givenWaiting();
        await(executions().claim(Claim.lane(LANE).as(BERT)));

        assertThat(explain(id))
                .isInstanceOfSatisfying(
                        Explanation.Held.class,
                        held -> assertThat(held.holder()).isEqualTo(BERT));
    }
}
