package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.ExecutionNotActiveException;
import io.fluxfabric.engine.error.NotFoundException;
import io.fluxfabric.engine.event.OperatorEvent;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.execution.Execution;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.Priority;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.lease.HandleKind;
import io.fluxfabric.engine.operator.PriorityChanged;
import io.fluxfabric.engine.state.AttemptState;
import io.fluxfabric.engine.state.BlockingReason;
import io.fluxfabric.engine.state.EligibilityState;
import io.fluxfabric.engine.state.PublicState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Mono;

/** What an operator may do to executions that have not ended: their priority, and holding them back. */
public interface OperatorContract extends EngineFixture {

    default Mono<Void> block(ExecutionId id, BlockingReason reason) {
        return scope().operator().block(id, reason, "detail", ORDER);
    }

    default Mono<Void> unblock(ExecutionId id, BlockingReason expected) {
        return scope().operator().unblock(id, Optional.of(expected), ORDER);
    }

    @Test
    @DisplayName("OPR-012 a new priority is stored, with the old one in the event")
    default void changesPriority() {
        ExecutionId id = given(aSubmit().priority(100));
        long before = describe(id).version();

        assertThat(await(scope().operator().changePriority(id, 5000, ORDER)))
                .isEqualTo(new PriorityChanged(id, Priority.of(100), Priority.of(5000)));

        Execution stored = describe(id);
        assertThat(stored.priority()).isEqualTo(Priority.of(5000));
        assertThat(stored.version()).isEqualTo(before + 1);
        assertThat(operatorEventsOf(id)).singleElement().satisfies(event -> {
            assertThat(event.type()).isEqualTo("priority_changed");
            assertThat(event.details()).containsEntry("old", "100").containsEntry("new", "5000");
            assertThat(event.at()).isEqualTo(clock().now());
        });
    }

    @ParameterizedTest(name = "{0} becomes {1}")
    @CsvSource({"-5, 0", "9001, 9000"})
    @DisplayName("OPR-012 a priority outside of 0 to 9000 is moved to the nearer end")
    default void clampsPriority(int given, int stored) {
        ExecutionId id = given(aSubmit().priority(1));

        assertThat(await(scope().operator().changePriority(id, given, ORDER)).now())
                .isEqualTo(Priority.of(stored));
        assertThat(describe(id).priority()).isEqualTo(Priority.of(stored));
    }

    @Test
    @DisplayName("a higher priority is claimed sooner")
    default void reordersClaims() {
        ExecutionId first = givenWaiting();
        ExecutionId second = givenWaiting();
        await(scope().operator().changePriority(second, 1, ORDER));

        assertThat(await(executions().claim(aClaim().max(2))).stream().map(Claimed::executionId))
                .containsExactly(second, first);
    }

    @Test
    @DisplayName(
            "OPR-013 (target) delayed, blocked and running executions take another priority; an ended one does not")
    default void whosePriorityCanChange() {
        ExecutionId delayed = given(aSubmit().delay(Duration.ofHours(1)));
        Handle running = givenRunning();
        ExecutionId blocked = givenWaiting();
        awaitEmpty(block(blocked, BlockingReason.WAITING_FOR_QUOTA));
        for (ExecutionId id : List.of(delayed, running.executionId(), blocked)) {
            await(scope().operator().changePriority(id, 7, ORDER));
            assertThat(describe(id).priority()).isEqualTo(Priority.of(7));
        }
        await(scope().operator().cancel(delayed, ORDER));

        assertThat(refusal(scope().operator().changePriority(delayed, 8, ORDER)).code())
                .isEqualTo(ErrorCode.EXECUTION_NOT_ELIGIBLE);
        assertThat(describe(delayed).priority()).isEqualTo(Priority.of(7));
    }

    @Test
    @DisplayName("nothing can be done to an unknown execution")
    default void notFound() {
        ExecutionId nobody = ExecutionId.of(1, UUID.randomUUID());

        assertThat(refusal(scope().operator().changePriority(nobody, 1, ORDER))).isInstanceOf(NotFoundException.class);
        assertThat(refusal(block(nobody, BlockingReason.PAUSED_BY_OPERATOR))).isInstanceOf(NotFoundException.class);
        assertThat(refusal(scope().operator().unblock(nobody, Optional.empty(), ORDER)))
                .isInstanceOf(NotFoundException.class);
        assertThat(refusal(scope().operator().replay(nobody, ORDER))).isInstanceOf(NotFoundException.class);
    }

    @ParameterizedTest(name = "{0} is {1} and publicly {2}")
    @CsvSource({
        "WAITING_FOR_BUDGET, BLOCKED_BY_BUDGET, RATE_LIMITED",
        "WAITING_FOR_QUOTA, BLOCKED_BY_QUOTA, RATE_LIMITED",
        "WAITING_FOR_CAPABLE_WORKER, BLOCKED_BY_ROUTE, WAITING",
        "PAUSED_BY_POLICY, BLOCKED_BY_LANE_STATE, WAITING",
        "PAUSED_BY_OPERATOR, BLOCKED_BY_OPERATOR, WAITING"
    })
    @DisplayName("each reason to hold an execution back has its state, keeps it from being claimed, and ends")
    default void blocks(BlockingReason reason, EligibilityState eligibility, PublicState publicState) {
        ExecutionId id = givenWaiting();

        awaitEmpty(block(id, reason));

        Execution blocked = describe(id);
        assertThat(blocked.state().eligibility()).isEqualTo(eligibility);
        assertThat(blocked.blockingReason()).isEqualTo(reason);
        assertThat(blocked.blockingDetail()).contains("detail");
        assertThat(blocked.publicState()).isEqualTo(publicState);
        assertThat(await(executions().claim(aClaim()))).isEmpty();

        awaitEmpty(unblock(id, reason));

        assertThat(describe(id).state()).isEqualTo(describe(givenWaiting()).state());
        assertThat(describe(id).blockingDetail()).isEmpty();
        assertThat(claimedBy(aClaim()).executionId()).isEqualTo(id);
        assertThat(operatorEventsOf(id).stream().map(OperatorEvent::type)).containsExactly("blocked", "unblocked");
    }

    @ParameterizedTest
    @EnumSource(
            value = BlockingReason.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {
                "WAITING_FOR_BUDGET",
                "WAITING_FOR_QUOTA",
                "WAITING_FOR_CAPABLE_WORKER",
                "PAUSED_BY_POLICY",
                "PAUSED_BY_OPERATOR"
            })
    @DisplayName("any other reason is refused, and changes nothing")
    default void refusesOtherReasons(BlockingReason reason) {
        ExecutionId id = givenWaiting();

        assertThat(refusal(block(id, reason)).code()).isEqualTo(ErrorCode.INVALID_BLOCKING_REASON);
        assertThat(describe(id).blockingReason()).isEqualTo(BlockingReason.WAITING_FOR_WORKER);
    }

    @Test
    @DisplayName("blocking again replaces reason and detail; the very same block is no news")
    default void replacesTheReason() {
        ExecutionId id = givenWaiting();
        awaitEmpty(block(id, BlockingReason.WAITING_FOR_BUDGET));
        awaitEmpty(block(id, BlockingReason.WAITING_FOR_QUOTA));
        Execution before = describe(id);
        assertThat(before.blockingReason()).isEqualTo(BlockingReason.WAITING_FOR_QUOTA);

        awaitEmpty(block(id, BlockingReason.WAITING_FOR_QUOTA));

        assertThat(describe(id)).isEqualTo(before);
        assertThat(operatorEventsOf(id)).hasSize(2);
    }

    @Test
    @DisplayName("unblocking for another reason, or what is not blocked, is refused")
    default void refusesToUnblock() {
        ExecutionId id = givenWaiting();
        assertThat(refusal(scope().operator().unblock(id, Optional.empty(), ORDER))
                        .code())
                .isEqualTo(ErrorCode.EXECUTION_NOT_ELIGIBLE);

        awaitEmpty(block(id, BlockingReason.WAITING_FOR_BUDGET));
        assertThat(refusal(unblock(id, BlockingReason.WAITING_FOR_QUOTA)).code())
                .isEqualTo(ErrorCode.EXECUTION_NOT_ELIGIBLE);
        assertThat(describe(id).blockingReason()).isEqualTo(BlockingReason.WAITING_FOR_BUDGET);

        awaitEmpty(scope().operator().unblock(id, Optional.empty(), ORDER));
        assertThat(describe(id).blockingReason()).isEqualTo(BlockingReason.WAITING_FOR_WORKER);
    }

    @Test
    @DisplayName("what is not waiting for its turn cannot be blocked")
    default void refusesToBlock() {
        ExecutionId delayed = given(aSubmit().delay(Duration.ofHours(1)));
        assertThat(refusal(block(delayed, BlockingReason.WAITING_FOR_BUDGET)).code())
                .isEqualTo(ErrorCode.EXECUTION_NOT_ELIGIBLE);

        Handle running = givenRunning();
        assertThat(refusal(block(running.executionId(), BlockingReason.PAUSED_BY_OPERATOR))
                        .code())
                .isEqualTo(ErrorCode.EXECUTION_NOT_ELIGIBLE);

        await(scope().operator().cancel(running.executionId(), ORDER));
        assertThat(refusal(block(running.executionId(), BlockingReason.PAUSED_BY_OPERATOR)))
                .isInstanceOf(ExecutionNotActiveException.class);
        assertThat(refusal(unblock(running.executionId(), BlockingReason.PAUSED_BY_OPERATOR)))
                .isInstanceOf(ExecutionNotActiveException.class);
    }

    @Test
    @DisplayName("admission does not undo what an operator paused")
    default void operatorsPauseStands() {
        ExecutionId id = givenWaiting();
        awaitEmpty(block(id, BlockingReason.PAUSED_BY_OPERATOR));

        assertThat(refusal(block(id, BlockingReason.WAITING_FOR_BUDGET)).code())
                .isEqualTo(ErrorCode.EXECUTION_NOT_ELIGIBLE);
        assertThat(describe(id).blockingReason()).isEqualTo(BlockingReason.PAUSED_BY_OPERATOR);
    }

    @Test
    @DisplayName("an interrupted attempt is still resumed after a block")
    default void keepsTheAttempt() {
        Handle handle = givenRunning();
        await(executions().release(handle, "later"));
        awaitEmpty(block(handle.executionId(), BlockingReason.PAUSED_BY_OPERATOR));
        assertThat(describe(handle.executionId()).state().attempt()).isEqualTo(AttemptState.ATTEMPT_INTERRUPTED);
        awaitEmpty(unblock(handle.executionId(), BlockingReason.PAUSED_BY_OPERATOR));

        assertThat(claimedBy(aClaim()).handle().kind()).isEqualTo(HandleKind.RESUMED);
    }

    @Test
    @DisplayName("a detail may have 1024 bytes, and no control characters")
    default void checksTheDetail() {
        ExecutionId id = givenWaiting();
        BlockingReason reason = BlockingReason.PAUSED_BY_OPERATOR;

        assertThat(refusal(scope().operator().block(id, reason, "x".repeat(1025), ORDER))
                        .code())
                .isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(refusal(scope().operator().block(id, reason, "a\u0000b", ORDER))
                        .code())
                .isEqualTo(ErrorCode.INVALID_INPUT);
        awaitEmpty(scope().operator().block(id, reason, "x".repeat(1024), ORDER));
        assertThat(describe(id).blockingDetail()).contains("x".repeat(1024));
    }
}
