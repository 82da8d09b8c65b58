package io.fluxfabric.engine.r2dbc.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.id.Namespace;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.lease.ExpiredLease;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ToldLapsesTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final ToldLapses told = new ToldLapses(2);

    private static ExpiredLease lapse(int execution, long epoch, int second) {
        return new ExpiredLease(
                Namespace.DEFAULT,
                ExecutionId.of(1, new UUID(0, execution)),
                LaneId.DEFAULT,
                0,
                epoch,
                WorkerIdentity.of("w", "w-1"),
                START.plusSeconds(second));
    }

    private void note(ExpiredLease lapse) {
        told.note(lapse, lapse.expiredAt());
    }

    @Test
    void whatWasToldIsNoNewsUnsweptOrSwept() {
        assertThat(told.isNews(lapse(1, 1, 0))).isTrue();
        note(lapse(1, 1, 0));

        assertThat(told.isNews(lapse(1, 1, 0))).isFalse();
        assertThat(told.isNewsWhenSwept(lapse(1, 1, 9))).isFalse();
    }

    @Test
    void whatWasNotToldIsNewsWhenItIsSwept() {
        assertThat(told.isNewsWhenSwept(lapse(1, 1, 0))).isTrue();
    }

    @Test
    void anotherEpochAnotherExecutionAndALeaseRenewedAtTheLastMomentAreNews() {
        note(lapse(1, 1, 0));

        assertThat(told.isNews(lapse(1, 3, 0))).isTrue();
        assertThat(told.isNews(lapse(2, 1, 0))).isTrue();
        assertThat(told.isNews(lapse(1, 1, 30))).isTrue();
    }

    @Test
    void theOldestIsForgottenWhenThereAreTooMany() {
        note(lapse(1, 1, 1));
        note(lapse(2, 1, 2));
        note(lapse(3, 1, 3));

        assertThat(told.isNews(lapse(1, 1, 1))).isTrue();
        assertThat(told.isNews(lapse(2, 1, 2))).isFalse();
        assertThat(told.isNews(lapse(3, 1, 3))).isFalse();
    }

    @Test
    void nothingIsForgottenThatWillBeLookedAtAgain() {
        for (int execution = 1; execution <= 5; execution++) {
            told.note(lapse(execution, 1, 1), START);
        }

        assertThat(told.isNews(lapse(1, 1, 1))).isFalse();
    }
}
