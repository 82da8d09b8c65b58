package io.fluxfabric.engine.r2dbc.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.policy.ExecutionPolicy;
import io.fluxfabric.engine.policy.Retry;
import io.fluxfabric.engine.r2dbc.reconcile.Verdict.Kind;
import io.fluxfabric.engine.state.OwnershipState;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class VerdictTest {

    private static final long NOW = 1_000_000;
    private static final OptionalLong NEVER = OptionalLong.empty();
    private static final OptionalLong DUE = OptionalLong.of(NOW);
    private static final OptionalLong AHEAD = OptionalLong.of(NOW + 1);

    private static Overdue leased(OptionalLong deadline, OptionalLong timeout, OptionalLong expires) {
        return overdue(OwnershipState.LEASED, "{}", 0, deadline, timeout, expires);
    }

    private static Overdue timedOut(String policy, int retries, OptionalLong deadline) {
        return overdue(OwnershipState.LEASED, policy, retries, deadline, DUE, AHEAD);
    }

    private static Overdue overdue(
            OwnershipState ownership,
            String policy,
            int retries,
            OptionalLong deadline,
            OptionalLong timeout,
            OptionalLong expires) {
        return new Overdue(
                ExecutionId.of(0, new UUID(0, 0)),
                ownership,
                policy,
                retries,
                0,
                1,
                deadline,
                timeout,
                expires,
                DUE,
                NOW);
    }

    private static Verdict judged(Overdue found) {
        return Verdict.on(found, Duration.ZERO, new Random(1));
    }

    @Test
    @DisplayName("a holder that is dead has lost its lease whenever that ends, after the deadline and the timeout")
    void theDead() {
        assertThat(onDeath(leased(NEVER, NEVER, AHEAD), Duration.ZERO).kind()).isEqualTo(Kind.REQUEUE);
        assertThat(onDeath(leased(AHEAD, AHEAD, AHEAD), Duration.ZERO).kind()).isEqualTo(Kind.REQUEUE);
        assertThat(onDeath(leased(DUE, DUE, AHEAD), Duration.ZERO).kind()).isEqualTo(Kind.EXPIRE);
        assertThat(onDeath(leased(AHEAD, DUE, AHEAD), Duration.ZERO).kind()).isEqualTo(Kind.FAIL);
        assertThat(onDeath(leased(NEVER, NEVER, AHEAD), Duration.ofMillis(7)))
                .isEqualTo(new Verdict(Kind.HOLD, OptionalLong.of(NOW + 7)));
    }

    private static Verdict onDeath(Overdue held, Duration reclaimGrace) {
        return Verdict.onLoss(held, reclaimGrace, new Random(1));
    }

    private static String retrying(Retry retry) {
        return ExecutionPolicy.defaults().withRetry(retry).toJson();
    }

    @Test
    @DisplayName("the deadline comes before the timeout, and that before the lease")
    void precedence() {
        assertThat(judged(leased(DUE, DUE, DUE)).kind()).isEqualTo(Kind.EXPIRE);
        assertThat(judged(leased(AHEAD, DUE, DUE)).kind()).isEqualTo(Kind.FAIL);
        assertThat(judged(leased(AHEAD, AHEAD, DUE)).kind()).isEqualTo(Kind.REQUEUE);
        assertThat(judged(leased(AHEAD, AHEAD, AHEAD)).kind()).isEqualTo(Kind.LOOK_LATER);
        assertThat(judged(leased(NEVER, NEVER, AHEAD)).kind()).isEqualTo(Kind.LOOK_LATER);
    }

    @Test
    @DisplayName("a deadline ends what nobody holds, too")
    void deadlineWithoutHolder() {
        assertThat(judged(overdue(OwnershipState.UNOWNED, "{}", 0, DUE, NEVER, NEVER))
                        .kind())
                .isEqualTo(Kind.EXPIRE);
        assertThat(judged(overdue(OwnershipState.LEASE_EXPIRED_RECLAIMABLE, "{}", 0, DUE, NEVER, NEVER))
                        .kind())
                .isEqualTo(Kind.EXPIRE);
    }

    @Test
    @DisplayName("a timeout is retried while there are retries, after the policy's delay")
    void retries() {
        String policy = retrying(Retry.fixed(Duration.ofMillis(70)).max(2));

        assertThat(judged(timedOut(policy, 1, NEVER))).isEqualTo(new Verdict(Kind.RETRY, OptionalLong.of(NOW + 70)));
        assertThat(judged(timedOut(policy, 2, NEVER)).kind()).isEqualTo(Kind.FAIL);
        assertThat(judged(timedOut(retrying(Retry.fixed(Duration.ZERO)), 0, NEVER)))
                .isEqualTo(new Verdict(Kind.RETRY_NOW, OptionalLong.empty()));
    }

    @Test
    @DisplayName("a retry that could not start before the deadline is none")
    void retryBehindTheDeadline() {
        String policy = retrying(Retry.fixed(Duration.ofMillis(70)));

        assertThat(judged(timedOut(policy, 0, OptionalLong.of(NOW + 70))).kind())
                .isEqualTo(Kind.FAIL);
        assertThat(judged(timedOut(policy, 0, OptionalLong.of(NOW + 71))).kind())
                .isEqualTo(Kind.RETRY);
    }

    @Test
    @DisplayName("a policy that cannot be read holds nothing up")
    void unreadablePolicy() {
        assertThat(judged(timedOut("not json", 0, NEVER)).kind()).isEqualTo(Kind.FAIL);
    }

    @Test
    @DisplayName("with a grace a lapsed lease is kept until it is over; at the cap there is neither")
    void grace() {
        Overdue lapsed = leased(NEVER, NEVER, DUE);
        Duration grace = Duration.ofMillis(30);

        assertThat(Verdict.on(lapsed, grace, new Random(1)))
                .isEqualTo(new Verdict(Kind.HOLD, OptionalLong.of(NOW + 30)));
        assertThat(judged(overdue(OwnershipState.LEASE_EXPIRED_RECLAIMABLE, "{}", 0, NEVER, NEVER, NEVER))
                        .kind())
                .isEqualTo(Kind.LET_GO);
        Overdue atTheCap = new Overdue(lapsed.id(), lapsed.ownership(), "{}", 0, 1, 1, NEVER, NEVER, DUE, DUE, NOW);
        assertThat(Verdict.on(atTheCap, grace, new Random(1)).kind()).isEqualTo(Kind.GIVE_UP);
    }
}
