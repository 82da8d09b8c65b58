package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.execution.Execution;
import io.fluxfabric.engine.grant.GrantKey;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.reclaim.ReclaimExecution;
import io.fluxfabric.engine.reclaim.ReclaimGrant;
import io.fluxfabric.engine.reclaim.ReclaimGrantOutcome;
import io.fluxfabric.engine.reclaim.ReclaimOutcome;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.state.PublicState;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Reclaims when many meet. */
public interface ReclaimRaceContract extends ReclaimFixture {

    @Test
    @DisplayName("limits: a grant lasts 1 ms to 60 s, a lease 100 ms to 24 h; what is no grant is invalid input")
    default void limits() {
        ExecutionId id = givenLapsed().executionId();
        for (Duration ttl : List.of(Duration.ZERO, Duration.ofSeconds(60).plusMillis(1))) {
            assertThat(refusal(reclaims().issueGrant(aGrantOf(id).ttl(ttl)))).isInstanceOf(ValidationException.class);
        }
        assertThat(await(reclaims().issueGrant(aGrantOf(id).ttl(Duration.ofMillis(1)))))
                .isInstanceOf(ReclaimGrantOutcome.Granted.class);
        clock().advance(Duration.ofMillis(1));
        ReclaimGrantOutcome longest = await(reclaims().issueGrant(aGrantOf(id).ttl(Duration.ofSeconds(60))));
        GrantKey key = ((ReclaimGrantOutcome.Granted) longest).grant().key();
        for (Duration lease :
                List.of(Duration.ofMillis(99), Duration.ofHours(24).plusMillis(1))) {
            assertThat(refusal(reclaims()
                            .reclaim(ReclaimExecution.with(key).as(BERT).lease(lease))))
                    .isInstanceOf(ValidationException.class);
        }
        assertThat(refusal(reclaims()
                        .reclaim(ReclaimExecution.with(GrantKey.of("nonsense")).as(BERT))))
                .isInstanceOf(ValidationException.class);
        assertThat(longest.toString()).doesNotContain(key.value());
        assertThat(ReclaimExecution.with(key).as(BERT).toString()).doesNotContain(key.value());
    }

    @Test
    @DisplayName("64 workers want to take over from one lost holder: one is granted it, and takes over")
    default void race() {
        ExecutionId id = givenLapsed().executionId();

        List<Object> answers =
                await(Flux.range(0, 64).flatMap(n -> takeOver(id, WorkerIdentity.of("w" + n, "w" + n + "-1")), 64));

        assertThat(answers.stream().filter(ReclaimOutcome.Claimed.class::isInstance))
                .hasSize(1);
        assertThat(describe(id).attempts().reclaims()).isEqualTo(1);
        assertThat(attemptsOf(id)).hasSize(2);
        assertThat(leaseEventsOf(id)).hasSize(2);
    }

    @Test
    @DisplayName("200 lost executions are taken over by 32 at once, each by one, and none is given up for contention")
    default void manyAtOnce() {
        await(executions().submitAll(Flux.range(0, 200).map(n -> aSubmit())));
        List<ExecutionId> lost = await(executions().claim(aClaim().max(200)).map(Claimed::executionId));
        clock().advance(LEASE);

        List<Object> answers = await(Flux.fromIterable(lost).flatMap(id -> takeOver(id, BERT), 32));

        assertThat(answers).hasSize(200).allMatch(ReclaimOutcome.Claimed.class::isInstance);
    }

    @Test
    @DisplayName("64 instances of one worker use one grant at once: one takes over")
    default void raceToConsume() {
        ReclaimGrant grant = givenGrant(givenLapsed().executionId());

        List<ReclaimOutcome> outcomes = await(Flux.range(0, 64)
                .flatMap(
                        n -> reclaims()
                                .reclaim(ReclaimExecution.with(grant).as(WorkerIdentity.of("bert", "bert-" + n))),
                        64));

        assertThat(outcomes).hasSize(64);
        assertThat(outcomes.stream().map(ReclaimOutcome::kind).filter(ReclaimOutcome.Kind.CLAIMED::equals))
                .hasSize(1);
        assertThat(outcomes.stream().map(ReclaimOutcome::kind).filter(ReclaimOutcome.Kind.GRANT_NOT_FOUND::equals))
                .hasSize(63);
        assertThat(describe(grant.executionId()).attempts().reclaims()).isEqualTo(1);
    }

    @Test
    @DisplayName("reclaim against sweep and against cancel: one wins each time, and nothing is done twice")
    default void raceAgainstOthers() {
        for (int round = 0; round < 10; round++) {
            ExecutionId id = givenLapsed().executionId();
            ReclaimGrant grant = givenGrant(id);
            Mono<?> rival = round % 2 == 0
                    ? engine().reconcilers().pass(Reconcilers.LEASE_EXPIRY)
                    : scope().operator().cancel(id, ORDER);

            ReclaimOutcome outcome = await(
                    Mono.zip(reclaims().reclaim(ReclaimExecution.with(grant).as(BERT)), rival)
                            .map(both -> both.getT1()));

            Execution stored = describe(id);
            assertThat(stored.attempts().reclaims()).isLessThanOrEqualTo(1);
            if (stored.publicState() == PublicState.ACTIVE) {
                assertThat(outcome.kind()).isEqualTo(ReclaimOutcome.Kind.CLAIMED);
            }
            if (stored.publicState() == PublicState.RESUMABLE) {
                assertThat(outcome.kind()).isEqualTo(ReclaimOutcome.Kind.NOT_RECLAIMABLE);
            }
            assertThat(completionsOf(id)).hasSize(stored.publicState() == PublicState.CANCELLED ? 1 : 0);
            await(scope().operator().cancel(id, ORDER));
        }
    }
}
