package io.fluxfabric.engine.r2dbc.reclaim;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.reclaim.NotReclaimableReason;
import io.fluxfabric.engine.state.AttemptState;
import io.fluxfabric.engine.state.BlockingReason;
import io.fluxfabric.engine.state.EligibilityState;
import io.fluxfabric.engine.state.LifecyclePhase;
import io.fluxfabric.engine.state.OwnershipState;
import io.fluxfabric.engine.state.StateVector;
import io.fluxfabric.engine.state.TerminalOutcome;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LostExecutionTest {

    private static final long NOW = 1000;

    private static LostExecution execution(LifecyclePhase phase, OwnershipState ownership, @Nullable Long expires) {
        StateVector state = new StateVector(
                phase,
                ownership,
                EligibilityState.NOT_APPLICABLE,
                BlockingReason.NONE,
                TerminalOutcome.NONE,
                AttemptState.RUNNING_ATTEMPT);
        return new LostExecution(state, expires, 2, 3, NOW);
    }

    @Test
    @DisplayName("a lease is over at its very end, and not before")
    void lapsed() {
        assertThat(execution(LifecyclePhase.ACTIVE, OwnershipState.LEASED, NOW).refusal())
                .isEmpty();
        assertThat(execution(LifecyclePhase.ACTIVE, OwnershipState.LEASED, NOW + 1)
                        .refusal())
                .contains(NotReclaimableReason.LEASE_STILL_LIVE);
    }

    @ParameterizedTest
    @EnumSource(
            value = OwnershipState.class,
            names = {"LEASE_EXPIRED_RECLAIMABLE", "LEASE_REVOKED"})
    @DisplayName("what is active without a lease is there to be taken over")
    void lost(OwnershipState ownership) {
        assertThat(execution(LifecyclePhase.ACTIVE, ownership, null).refusal()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = LifecyclePhase.class,
            names = {"SUBMITTED", "RUNNABLE", "SUSPENDED", "TERMINAL"})
    @DisplayName("what is not active is not, whatever its ownership says")
    void notActive(LifecyclePhase phase) {
        for (OwnershipState ownership : OwnershipState.values()) {
            assertThat(execution(phase, ownership, NOW).refusal()).contains(NotReclaimableReason.NOT_ACTIVE);
        }
    }

    @Test
    @DisplayName("the cap is reached when the count is as great as it, or greater")
    void cap() {
        StateVector state =
                execution(LifecyclePhase.ACTIVE, OwnershipState.LEASED, NOW).state();
        assertThat(new LostExecution(state, NOW, 2, 3, NOW).capReached()).isFalse();
        assertThat(new LostExecution(state, NOW, 3, 3, NOW).capReached()).isTrue();
        assertThat(new LostExecution(state, NOW, 5, 3, NOW).capReached()).isTrue();
        assertThat(new LostExecution(state, NOW, -1, 0, NOW).capReached()).isFalse();
    }
}
