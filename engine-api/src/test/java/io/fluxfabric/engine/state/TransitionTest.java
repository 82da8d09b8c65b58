package io.fluxfabric.engine.state;

import static io.fluxfabric.engine.state.Transition.BLOCK_BY_OPERATOR;
import static io.fluxfabric.engine.state.Transition.BLOCK_FOR_QUOTA;
import static io.fluxfabric.engine.state.Transition.CANCEL;
import static io.fluxfabric.engine.state.Transition.CHANGE_PRIORITY;
import static io.fluxfabric.engine.state.Transition.CLAIM;
import static io.fluxfabric.engine.state.Transition.CLAIM_FRESH;
import static io.fluxfabric.engine.state.Transition.CLAIM_RESUMED;
import static io.fluxfabric.engine.state.Transition.CREATE;
import static io.fluxfabric.engine.state.Transition.CREATE_DELAYED;
import static io.fluxfabric.engine.state.Transition.EXCEED_RECLAIM_CAP;
import static io.fluxfabric.engine.state.Transition.EXPIRE_LEASE;
import static io.fluxfabric.engine.state.Transition.HOLD_FOR_RECLAIM;
import static io.fluxfabric.engine.state.Transition.PROMOTE;
import static io.fluxfabric.engine.state.Transition.RECLAIM;
import static io.fluxfabric.engine.state.Transition.RELEASE;
import static io.fluxfabric.engine.state.Transition.REPLAY;
import static io.fluxfabric.engine.state.Transition.REPLAY_SKIPPED_MEMBER;
import static io.fluxfabric.engine.state.Transition.RETRY;
import static io.fluxfabric.engine.state.Transition.REVOKE_LEASE;
import static io.fluxfabric.engine.state.Transition.SKIP;
import static io.fluxfabric.engine.state.Transition.UNBLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.InvariantViolatedException;
import io.fluxfabric.engine.error.ValidationException;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TransitionTest {
    private static final StateVector WAITING = CREATE.apply(StateVector.SUBMITTED);
    private static final StateVector RUNNING = CLAIM.apply(WAITING);

    @ParameterizedTest
    @EnumSource
    @DisplayName("from every consistent vector that it admits, a transition leads to a consistent one")
    void staysConsistent(Transition transition) {
        long admitted = 0;
        for (StateVector vector : Vectors.CONSISTENT) {
            if (transition.admits(vector)) {
                admitted++;
                assertThat(transition.apply(vector).violations())
                        .as("%s from %s", transition, vector)
                        .isEmpty();
            }
        }
        assertThat(admitted)
                .as("consistent vectors that " + transition + " admits")
                .isPositive();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("every transition can take place in some life of an execution")
    void isReachable(Transition transition) {
        Set<StateVector> reachable = Vectors.reachable();
        reachable.add(StateVector.SUBMITTED);

        assertThat(reachable).allMatch(StateVector::isConsistent).anyMatch(transition::admits);
    }

    @ParameterizedTest
    @CsvSource({
        "CREATE, runnable/unowned/eligible_now/waiting_for_worker/none/pending_first_attempt, waiting",
        "CREATE_DELAYED, runnable/unowned/not_eligible_until_time/waiting_for_delay/none/pending_first_attempt, delayed",
    })
    @DisplayName("EXE-001, EXE-005 a new execution waits, or is delayed")
    void creation(Transition transition, String vector, String publicState) {
        assertThat(transition.apply(StateVector.SUBMITTED)).hasToString(vector);
        assertThat(transition.apply(StateVector.SUBMITTED).publicState().literal())
                .isEqualTo(publicState);
    }

    @ParameterizedTest
    @CsvSource({
        "RENEW, active/leased/not_applicable/none/none/running_attempt, active",
        "EXPIRE_LEASE, runnable/unowned/eligible_now/waiting_for_worker/none/attempt_interrupted, resumable",
        "HOLD_FOR_RECLAIM, active/lease_expired_reclaimable/not_applicable/waiting_for_worker/none/attempt_interrupted, active",
        "REVOKE_LEASE, runnable/unowned/eligible_now/waiting_for_worker/none/attempt_interrupted, resumable",
        "RELEASE, runnable/unowned/eligible_now/waiting_for_worker/none/attempt_interrupted, resumable",
        "EXCEED_RECLAIM_CAP, terminal/unowned/not_applicable/none/failed/attempt_terminal, failed",
        "COMPLETE, terminal/unowned/not_applicable/none/success/attempt_terminal, completed",
        "RETRY, runnable/unowned/not_eligible_until_time/waiting_for_retry_backoff/none/pending_retry_attempt, delayed",
        "RETRY_NOW, runnable/unowned/eligible_now/waiting_for_worker/none/pending_retry_attempt, waiting",
        "FAIL, terminal/unowned/not_applicable/none/failed/attempt_terminal, failed",
        "DELAY, runnable/unowned/not_eligible_until_time/waiting_for_delay/none/attempt_interrupted, delayed",
        "WAIT_CHILDREN, runnable/unowned/blocked_by_dependencies/waiting_for_children/none/attempt_interrupted, waiting_children",
        "SUSPEND_FOR_SIGNAL, suspended/unowned/not_applicable/waiting_for_signal/none/attempt_interrupted, suspended",
        "CANCEL, terminal/unowned/not_applicable/none/cancelled/attempt_terminal, cancelled",
        "EXPIRE, terminal/unowned/not_applicable/none/expired/attempt_terminal, expired",
        "SKIP, terminal/unowned/not_applicable/none/skipped/attempt_terminal, skipped",
    })
    @DisplayName("EXE-016, EXE-020, LSE-029, LSE-030, OPR-009, REC-007 what may become of a running execution")
    void fromRunning(Transition transition, String vector, String publicState) {
        assertThat(transition.apply(RUNNING)).hasToString(vector);
        assertThat(transition.apply(RUNNING).publicState().literal()).isEqualTo(publicState);
    }

    @Test
    @DisplayName("EXE-011 claiming makes an execution active, leased and running")
    void claim() {
        assertThat(RUNNING).hasToString("active/leased/not_applicable/none/none/running_attempt");
        assertThat(CLAIM_FRESH.admits(WAITING)).isTrue();
        assertThat(CLAIM_RESUMED.admits(WAITING)).isFalse();

        StateVector interrupted = RELEASE.apply(RUNNING);
        assertThat(CLAIM_FRESH.admits(interrupted)).isFalse();
        assertThat(CLAIM_RESUMED.apply(interrupted)).isEqualTo(RUNNING);
    }

    @Test
    @DisplayName("a claim is either fresh or resumed, and a general claim is exactly both")
    void claimsArePartitioned() {
        for (StateVector vector : Vectors.ALL) {
            boolean fresh = CLAIM_FRESH.admits(vector);
            boolean resumed = CLAIM_RESUMED.admits(vector);
            assertThat(fresh && resumed).isFalse();
            assertThat(CLAIM.admits(vector)).isEqualTo(fresh || resumed);
        }
    }

    @Test
    @DisplayName("REC-010 promotion and unblocking keep what the next claim starts")
    void promotionKeepsTheAttempt() {
        assertThat(PROMOTE.apply(RETRY.apply(RUNNING)).attempt()).isEqualTo(AttemptState.PENDING_RETRY_ATTEMPT);
        assertThat(PROMOTE.apply(Transition.DELAY.apply(RUNNING)).publicState()).isEqualTo(PublicState.RESUMABLE);
        assertThat(UNBLOCK.apply(BLOCK_FOR_QUOTA.apply(RELEASE.apply(RUNNING)))).isEqualTo(RELEASE.apply(RUNNING));
    }

    @Test
    @DisplayName("an execution that never ran still says so after its end")
    void cancelledBeforeItRan() {
        assertThat(CANCEL.apply(WAITING).attempt()).isEqualTo(AttemptState.PENDING_FIRST_ATTEMPT);
        assertThat(CANCEL.apply(RETRY.apply(RUNNING)).attempt()).isEqualTo(AttemptState.ATTEMPT_TERMINAL);
    }

    @Test
    @DisplayName("admission blocks neither what is delayed nor what an operator paused")
    void blocking() {
        assertThat(BLOCK_FOR_QUOTA.admits(CREATE_DELAYED.apply(StateVector.SUBMITTED)))
                .isFalse();
        StateVector paused = BLOCK_BY_OPERATOR.apply(WAITING);
        assertThat(BLOCK_FOR_QUOTA.admits(paused)).isFalse();
        assertThat(BLOCK_BY_OPERATOR.apply(BLOCK_FOR_QUOTA.apply(WAITING))).isEqualTo(paused);
        assertThat(UNBLOCK.apply(paused)).isEqualTo(WAITING);
    }

    @Test
    @DisplayName("what the cancellation of a flow paused is neither unblocked nor paused again")
    void flowCancellation() {
        StateVector paused = BLOCK_BY_OPERATOR.apply(WAITING).with(BlockingReason.PAUSED_BY_FLOW_CANCEL);

        assertThat(paused.isConsistent()).isTrue();
        assertThat(UNBLOCK.admits(paused)).isFalse();
        assertThat(BLOCK_BY_OPERATOR.admits(paused)).isFalse();
    }

    @Test
    @DisplayName("each reason for blocking has its transition, any other reason is refused")
    void blockingReasons() {
        Stream.of(Transition.values())
                .filter(transition -> transition.name().startsWith("BLOCK_"))
                .forEach(transition -> assertThat(
                                Transition.block(transition.apply(WAITING).blocking()))
                        .isEqualTo(transition));
        assertThatThrownBy(() -> Transition.block(BlockingReason.WAITING_FOR_SIGNAL))
                .isInstanceOfSatisfying(
                        ValidationException.class,
                        error -> assertThat(error.code()).isEqualTo(ErrorCode.INVALID_BLOCKING_REASON));
    }

    @Test
    @DisplayName("RCL-002, RCL-003 a live lease is not reclaimed; one that lapsed within the grace or was revoked is")
    void reclaim() {
        StateVector lapsed = HOLD_FOR_RECLAIM.apply(RUNNING);

        assertThat(RECLAIM.admits(RUNNING)).isFalse();
        assertThat(RECLAIM.apply(lapsed)).isEqualTo(RUNNING);
        assertThat(RECLAIM.apply(lapsed.with(OwnershipState.LEASE_REVOKED))).isEqualTo(RUNNING);
        assertThat(EXCEED_RECLAIM_CAP.apply(lapsed)).isEqualTo(EXCEED_RECLAIM_CAP.apply(RUNNING));
        assertThat(Transition.END_RECLAIM_GRACE.apply(lapsed)).isEqualTo(EXPIRE_LEASE.apply(RUNNING));
        assertThat(REVOKE_LEASE.admits(lapsed)).isFalse();
    }

    @Test
    @DisplayName("OPR-013 (target), OPR-016 priorities change until the end, replays start after it")
    void beforeAndAfterTheEnd() {
        for (StateVector vector : Vectors.CONSISTENT) {
            boolean over = vector.phase() == LifecyclePhase.TERMINAL;
            assertThat(CHANGE_PRIORITY.admits(vector)).isEqualTo(!over);
            assertThat(CANCEL.admits(vector)).isEqualTo(!over);
            assertThat(REPLAY.admits(vector)).isEqualTo(over);
        }
        assertThat(REPLAY_SKIPPED_MEMBER.admits(SKIP.apply(WAITING))).isTrue();
        assertThat(REPLAY_SKIPPED_MEMBER.admits(CANCEL.apply(WAITING))).isFalse();
    }

    @Test
    @DisplayName("a transition that is not admitted cannot be applied")
    void refused() {
        assertThatThrownBy(() -> Transition.COMPLETE.apply(WAITING))
                .isInstanceOf(InvariantViolatedException.class)
                .hasMessage("COMPLETE cannot start from " + WAITING);
    }
}
