package io.fluxfabric.engine.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.ValidationException;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class StateVectorTest {
    private static final StateVector RUNNING = Transition.CLAIM.apply(Transition.CREATE.apply(StateVector.SUBMITTED));

    @ParameterizedTest
    @CsvSource({
        "terminal, success, not_applicable, attempt_terminal, completed",
        "terminal, failed, not_applicable, attempt_terminal, failed",
        "terminal, cancelled, not_applicable, pending_first_attempt, cancelled",
        "terminal, expired, not_applicable, attempt_terminal, expired",
        "terminal, skipped, not_applicable, pending_first_attempt, skipped",
        "terminal, none, not_applicable, attempt_terminal, failed",
        "suspended, none, not_applicable, attempt_interrupted, suspended",
        "active, none, not_applicable, running_attempt, active",
        "active, none, not_applicable, attempt_interrupted, active",
        "runnable, none, eligible_now, pending_first_attempt, waiting",
        "runnable, none, eligible_now, pending_retry_attempt, waiting",
        "runnable, none, eligible_now, attempt_interrupted, resumable",
        "runnable, none, not_eligible_until_time, attempt_interrupted, delayed",
        "runnable, none, blocked_by_dependencies, attempt_interrupted, waiting_children",
        "runnable, none, blocked_by_budget, pending_first_attempt, rate_limited",
        "runnable, none, blocked_by_quota, pending_first_attempt, rate_limited",
        "runnable, none, blocked_by_route, attempt_interrupted, waiting",
        "runnable, none, blocked_by_lane_state, pending_first_attempt, waiting",
        "runnable, none, blocked_by_operator, pending_first_attempt, waiting",
        "runnable, none, not_applicable, pending_first_attempt, waiting",
        "submitted, none, not_applicable, none, waiting",
    })
    @DisplayName("the public state follows from the vector")
    void derivation(String phase, String outcome, String eligibility, String attempt, String expected) {
        StateVector vector = StateVector.SUBMITTED
                .with(LifecyclePhase.parse(phase))
                .with(TerminalOutcome.parse(outcome))
                .with(EligibilityState.parse(eligibility))
                .with(AttemptState.parse(attempt));

        assertThat(vector.publicState()).isEqualTo(PublicState.parse(expected));
    }

    @Test
    @DisplayName("the public state depends on no dimension but those it names")
    void derivedFromNamedDimensionsOnly() {
        for (StateVector vector : Vectors.ALL) {
            StateVector reduced = StateVector.SUBMITTED;
            for (Dimension dimension : PublicState.DERIVED_FROM) {
                reduced = reduced.with(dimension.of(vector));
            }
            assertThat(vector.publicState()).isEqualTo(reduced.publicState());
        }
    }

    @Test
    @DisplayName("each rule of consistency is broken by changing one value of a sound vector")
    void violations() {
        assertThat(RUNNING.violations()).isEmpty();
        assertThat(RUNNING.with(TerminalOutcome.SUCCESS).violations())
                .containsExactly("terminal and having an outcome go together");
        assertThat(RUNNING.with(AttemptState.ATTEMPT_INTERRUPTED).violations())
                .containsExactly("leased and running an attempt go together");
        assertThat(RUNNING.with(EligibilityState.ELIGIBLE_NOW).violations())
                .containsExactly("a runnable execution has an eligibility, to any other it does not apply");
        assertThat(RUNNING.with(BlockingReason.WAITING_FOR_WORKER).violations())
                .containsExactly("the blocking reason fits the phase, the ownership and the eligibility");
        assertThat(RUNNING.with(OwnershipState.UNOWNED).violations())
                .contains("an active execution has an owner or had one, any other is unowned");
        assertThat(RUNNING.with(AttemptState.PENDING_FIRST_ATTEMPT).violations())
                .contains("the attempt state fits the phase");
    }

    @Test
    @DisplayName("changing one value leaves the others")
    void with() {
        for (Dimension dimension : Dimension.values()) {
            for (StateValue value : dimension.domain()) {
                StateVector changed = RUNNING.with(value);
                assertThat(value.dimension()).isEqualTo(dimension);
                for (Dimension other : Dimension.values()) {
                    assertThat(other.of(changed)).isEqualTo(other == dimension ? value : other.of(RUNNING));
                }
            }
        }
    }

    @Test
    @DisplayName("EXE-037 an unknown stored value is corruption that names the field, never a default")
    void unknownLiteral() {
        assertThatThrownBy(() -> PublicState.parse("running"))
                .isInstanceOfSatisfying(ValidationException.class, error -> {
                    assertThat(error.code()).isEqualTo(ErrorCode.CORRUPTION);
                    assertThat(error.field()).isEqualTo("public_state");
                })
                .hasMessage("public_state has the unknown value 'running'");
        assertThatThrownBy(() -> LifecyclePhase.parse("ACTIVE")).hasMessageStartingWith("lifecycle_phase");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("stored texts are lower snake case, unique per dimension and read back as themselves")
    void literals(Dimension dimension) {
        Set<String> seen = new HashSet<>();
        for (StateValue value : dimension.domain()) {
            assertThat(value.literal()).matches("[a-z]+(_[a-z]+)*");
            assertThat(seen.add(value.literal())).isTrue();
        }
    }

    @Test
    @DisplayName("the texts that older clients know have not changed")
    void protocol() {
        assertThat(OwnershipState.values())
                .extracting(OwnershipState::literal)
                .containsExactly("unowned", "leased", "lease_expired_reclaimable", "lease_revoked");
        assertThat(AttemptLifecycle.values())
                .extracting(AttemptLifecycle::literal)
                .containsExactly(
                        "created",
                        "started",
                        "suspended",
                        "ended_success",
                        "ended_failure",
                        "ended_cancelled",
                        "interrupted_reclaimed");
        assertThat(AttemptOutcome.parse("lease_expired_reclaimable"))
                .isEqualTo(AttemptOutcome.LEASE_EXPIRED_RECLAIMABLE);
        assertThat(AttemptType.parse("reclaim")).isEqualTo(AttemptType.RECLAIM);
        assertThat(LaneState.parse("draining")).isEqualTo(LaneState.DRAINING);
        assertThat(BlockingReason.parse("paused_by_flow_cancel")).isEqualTo(BlockingReason.PAUSED_BY_FLOW_CANCEL);
    }

    @Test
    @DisplayName("a lane that is paused takes in, one that drains gives out, a disabled one does neither")
    void lanes() {
        assertThat(LaneState.values())
                .filteredOn(LaneState::accepts)
                .containsExactly(LaneState.ACTIVE, LaneState.PAUSED);
        assertThat(LaneState.values())
                .filteredOn(LaneState::gives)
                .containsExactly(LaneState.ACTIVE, LaneState.DRAINING);
    }

    @Test
    @DisplayName("the attempt state says what the next claim starts")
    void nextClaim() {
        assertThat(AttemptState.PENDING_FIRST_ATTEMPT.startsAs()).contains(AttemptType.INITIAL);
        assertThat(AttemptState.PENDING_RETRY_ATTEMPT.startsAs()).contains(AttemptType.RETRY);
        assertThat(AttemptState.PENDING_REPLAY_ATTEMPT.startsAs()).contains(AttemptType.REPLAY);
        assertThat(AttemptState.ATTEMPT_INTERRUPTED.startsAs()).isEmpty();
    }
}
