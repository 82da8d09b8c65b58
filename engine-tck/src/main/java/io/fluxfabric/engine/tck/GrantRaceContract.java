package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.error.ContentionException;
import io.fluxfabric.engine.error.EngineException;
import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.grant.ClaimForWorker;
import io.fluxfabric.engine.grant.ClaimGrant;
import io.fluxfabric.engine.grant.ConsumeGrant;
import io.fluxfabric.engine.grant.Grants;
import io.fluxfabric.engine.grant.IssueClaimGrant;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.LeaseId;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Claim grants when many want one, and the keys that sign them. */
public interface GrantRaceContract extends GrantFixture {

    @Test
    @DisplayName("nothing shows the text of a grant or the id of a lease")
    default void hidden() {
        ClaimGrant grant = givenGrant(givenWaiting());
        ConsumeGrant consume = ConsumeGrant.of(grant).leaseId(LeaseId.random());

        for (Object shown : List.of(grant, consume, consume.grant(), await(grants().claim(consume)))) {
            assertThat(shown.toString())
                    .doesNotContain(grant.key().value())
                    .doesNotContain(consume.leaseId().value().toString());
        }
    }

    @Test
    @DisplayName("64 who want a grant for one execution: one gets it, the others are told")
    default void race() {
        ExecutionId id = givenWaiting();

        List<Object> answers = await(Flux.range(0, 64)
                .flatMap(
                        n -> grants().issue(IssueClaimGrant.of(id).to("w", "w-" + n))
                                .<Object>map(grant -> grant)
                                .onErrorResume(EngineException.class, error -> Mono.just(error.code())),
                        64));

        assertThat(answers).hasSize(64);
        assertThat(answers.stream().filter(ClaimGrant.class::isInstance)).hasSize(1);
        assertThat(answers.stream().filter(ErrorCode.GRANT_ALREADY_EXISTS::equals))
                .hasSize(63);
    }

    @Test
    @DisplayName("64 workers that ask for 40 executions: each is granted once, then there is no work")
    default void raceForWork() {
        await(executions().submitAll(Flux.range(0, 40).map(n -> aSubmit())));

        List<ClaimGrant> granted = await(Flux.range(0, 64)
                .flatMap(n -> grants().claimForWorker(ClaimForWorker.lane(LANE).as("w", "w-" + n)), 64));

        assertThat(granted.stream().map(ClaimGrant::executionId).distinct()).hasSize(granted.size());
        granted.addAll(await(Flux.range(64, 40)
                .concatMap(
                        n -> grants().claimForWorker(ClaimForWorker.lane(LANE).as("w", "w-" + n)))));
        assertThat(granted.stream().map(ClaimGrant::executionId).distinct()).hasSize(40);
        List<Claimed> claimed =
                await(Flux.fromIterable(granted).flatMap(grant -> grants().claim(ConsumeGrant.of(grant)), 16));
        assertThat(claimed).hasSize(40);
    }

    @Test
    @DisplayName("one grant used 64 times at once: one lease")
    default void raceToConsume() {
        ClaimGrant grant = givenGrant(givenWaiting());

        List<Object> answers = await(Flux.range(0, 64)
                .flatMap(
                        n -> grants().claim(ConsumeGrant.of(grant))
                                .<Object>map(claimed -> claimed)
                                .onErrorResume(ContentionException.class, error -> Mono.just(error.code())),
                        64));

        assertThat(answers.stream().filter(Claimed.class::isInstance)).hasSize(1);
        assertThat(answers.stream().filter(ErrorCode.INVALID_CLAIM_GRANT::equals))
                .hasSize(63);
        assertThat(attemptsOf(grant.executionId())).hasSize(1);
    }

    @Test
    @DisplayName(
            "what one node signs, any other accepts; a key that was replaced is accepted for its grace and no longer")
    default void rotation() {
        Engine node = anotherNode(Duration.ZERO, 10);
        ClaimGrant early = givenGrant(givenWaiting());
        ClaimGrant late = givenGrant(givenWaiting());
        String first = keyOf(early);

        var rotated = await(engine().rotateSigningKey(Duration.ofSeconds(2)));
        assertThat(rotated.previousUntil()).isEqualTo(clock().now().plusSeconds(2));
        ClaimGrant fresh = givenGrant(givenWaiting());
        assertThat(keyOf(fresh)).isEqualTo(rotated.keyId()).isNotEqualTo(first);

        clock().advance(Duration.ofMillis(1999));
        Grants others = node.namespace(scope().namespace().value()).grants();
        assertThat(await(others.claim(ConsumeGrant.of(early))).executionId()).isEqualTo(early.executionId());
        clock().advance(Duration.ofMillis(1));
        refusedClaim(ConsumeGrant.of(late), ErrorCode.INVALID_CLAIM_GRANT);
        assertThat(await(others.claim(ConsumeGrant.of(fresh))).executionId()).isEqualTo(fresh.executionId());
        awaitEmpty(node.close());
    }

    @Test
    @DisplayName("keys rotated at once are rotated one after another, and the last one signs")
    default void rotationRace() {
        List<?> rotated = await(Flux.range(0, 4).flatMap(n -> engine().rotateSigningKey(Duration.ofSeconds(5)), 4));

        assertThat(rotated.stream().distinct()).hasSize(4);
        assertThat(await(grants().claim(ConsumeGrant.of(givenGrant(givenWaiting())))))
                .isNotNull();
    }

    @Test
    @DisplayName("limits: the grace of a key is none to 366 days")
    default void graceLimits() {
        for (Duration grace :
                List.of(Duration.ofMillis(-1), Duration.ofDays(366).plusMillis(1))) {
            assertThat(refusal(engine().rotateSigningKey(grace))).isInstanceOf(ValidationException.class);
        }
        ClaimGrant before = givenGrant(givenWaiting());
        await(engine().rotateSigningKey(Duration.ZERO));
        refusedClaim(ConsumeGrant.of(before), ErrorCode.INVALID_CLAIM_GRANT);
        await(engine().rotateSigningKey(Duration.ofDays(366)));
    }
}
