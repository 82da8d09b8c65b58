package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.error.ContentionException;
import io.fluxfabric.engine.error.EngineException;
import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.NotFoundException;
import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.event.LeaseEvent;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.execution.Execution;
import io.fluxfabric.engine.execution.Moment;
import io.fluxfabric.engine.grant.ClaimForWorker;
import io.fluxfabric.engine.grant.ClaimGrant;
import io.fluxfabric.engine.grant.ConsumeGrant;
import io.fluxfabric.engine.grant.GrantKey;
import io.fluxfabric.engine.grant.Grants;
import io.fluxfabric.engine.grant.IssueClaimGrant;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.LeaseId;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.lease.HandleKind;
import io.fluxfabric.engine.reclaim.IssueReclaimGrant;
import io.fluxfabric.engine.reclaim.ReclaimGrantOutcome;
import io.fluxfabric.engine.state.AttemptState;
import io.fluxfabric.engine.state.AttemptType;
import io.fluxfabric.engine.state.BlockingReason;
import io.fluxfabric.engine.state.EligibilityState;
import io.fluxfabric.engine.state.PublicState;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What grants of claims promise. */
public interface GrantContract extends EngineFixture {

    Duration GRANT = Duration.ofSeconds(5);

    default Grants grants() {
        return scope().grants();
    }

    default IssueClaimGrant aGrantOf(ExecutionId id) {
        return IssueClaimGrant.of(id).to(ANNA).ttl(GRANT);
    }

    default ClaimGrant givenGrant(ExecutionId id) {
        return await(grants().issue(aGrantOf(id)));
    }

    default ClaimForWorker forAnna() {
        return ClaimForWorker.lane(LANE).as(ANNA).ttl(GRANT);
    }

    default EngineException refusedClaim(ConsumeGrant consume, ErrorCode code) {
        EngineException refusal = refusal(grants().claim(consume));
        assertThat(refusal.code()).isEqualTo(code);
        assertThat(refusal.toString()).doesNotContain(consume.grant().value());
        return refusal;
    }

    /** Nothing was written: it waits as it did, and whoever has the grant can use it. */
    default void stillWaiting(ExecutionId id) {
        Execution stored = describe(id);
        assertThat(stored.publicState()).isEqualTo(PublicState.WAITING);
        assertThat(stored.attempts().total()).isZero();
        assertThat(leaseEventsOf(id)).isEmpty();
    }

    @Test
    @DisplayName("LSE-013, SDK-004 a grant is claimed with, and gives a handle that completes")
    default void consumes() {
        ExecutionId id = given(aSubmit().priority(7));
        ClaimGrant grant = givenGrant(id);
        assertThat(grant.executionId()).isEqualTo(id);
        assertThat(grant.worker()).isEqualTo(ANNA);
        assertThat(grant.expiresAt()).isEqualTo(clock().now().plus(GRANT));

        Claimed claimed = await(grants().claim(ConsumeGrant.of(grant).lease(Duration.ofSeconds(10))));

        assertThat(claimed.executionId()).isEqualTo(id);
        assertThat(claimed.handle().kind()).isEqualTo(HandleKind.FRESH);
        assertThat(claimed.handle().worker()).isEqualTo(ANNA);
        assertThat(claimed.handle().fence().epoch()).isEqualTo(1);
        assertThat(claimed.attemptType()).isEqualTo(AttemptType.INITIAL);
        assertThat(claimed.leaseExpiresAt()).isEqualTo(clock().now().plusSeconds(10));
        assertThat(leaseEventsOf(id))
                .singleElement()
                .satisfies(event -> assertThat(event.type()).isEqualTo(LeaseEvent.Type.ACQUIRED));
        await(executions().complete(claimed.handle()));
        assertThat(stateOf(id)).isEqualTo(PublicState.COMPLETED);
    }

    @Test
    @DisplayName(
            "EXE-032 (target) a grant changes nothing but who may claim: it stays eligible, waiting for its first attempt")
    default void staysEligible() {
        ExecutionId id = givenWaiting();
        Execution before = describe(id);
        givenGrant(id);

        Execution after = describe(id);
        assertThat(after.state()).isEqualTo(before.state());
        assertThat(after.state().eligibility()).isEqualTo(EligibilityState.ELIGIBLE_NOW);
        assertThat(after.state().attempt()).isEqualTo(AttemptState.PENDING_FIRST_ATTEMPT);
        assertThat(after.times().lastTransitionAt()).isEqualTo(before.times().lastTransitionAt());
    }

    @Test
    @DisplayName("EXE-045 what is granted is offered to nobody else")
    default void reserved() {
        ExecutionId granted = givenWaiting();
        ClaimGrant grant = await(grants().claimForWorker(forAnna()));
        assertThat(grant.executionId()).isEqualTo(granted);

        assertThat(await(executions().claim(aClaim().as(BERT)))).isEmpty();
        assertThat(await(executions().claim(aClaim().as(ANNA)))).isEmpty();
        awaitEmpty(grants().claimForWorker(forAnna()));
        assertThat(await(grants().claim(ConsumeGrant.of(grant))).executionId()).isEqualTo(granted);
    }

    @Test
    @DisplayName("EXE-046 grants are given by priority, then age; then there are none")
    default void bestFirst() {
        ExecutionId last = given(aSubmit().priority(1));
        ExecutionId first = given(aSubmit().priority(10));
        clock().advance(Duration.ofMillis(1));
        ExecutionId second = given(aSubmit().priority(5));

        for (ExecutionId expected : List.of(first, second, last)) {
            ClaimGrant grant = await(grants().claimForWorker(forAnna()));
            assertThat(grant.executionId()).isEqualTo(expected);
            await(grants().claim(ConsumeGrant.of(grant)));
        }
        awaitEmpty(grants().claimForWorker(forAnna()));
    }

    @Test
    @DisplayName("EXE-050 (target) what a worker cannot run is passed over and stays eligible for others")
    default void passesOver() {
        ExecutionId gpu = given(aSubmit().priority(9).requires("gpu"));
        awaitEmpty(grants().claimForWorker(forAnna().offers("cpu")));
        ExecutionId plain = givenWaiting();

        assertThat(await(grants().claimForWorker(forAnna().offers("cpu"))).executionId())
                .isEqualTo(plain);
        assertThat(describe(gpu).state().eligibility()).isEqualTo(EligibilityState.ELIGIBLE_NOW);
        assertThat(await(grants().claimForWorker(forAnna().offers("cpu", "gpu")))
                        .executionId())
                .isEqualTo(gpu);
    }

    @Test
    @DisplayName("an unknown, an empty and a paused lane have no work, and another namespace's work is not seen")
    default void noWork() {
        awaitEmpty(grants().claimForWorker(ClaimForWorker.lane("never-heard-of").as(ANNA)));
        ExecutionId id = givenWaiting();
        awaitEmpty(engine().namespace(scope().namespace() + "-b").grants().claimForWorker(forAnna()));
        await(scope().lanes().pause(LANE, ORDER));
        awaitEmpty(grants().claimForWorker(forAnna()));
        assertThat(refusal(grants().issue(aGrantOf(id))).code()).isEqualTo(ErrorCode.EXECUTION_NOT_ELIGIBLE);
        await(scope().lanes().resume(LANE, ORDER));
        assertThat(givenGrant(id).executionId()).isEqualTo(id);
    }

    @Test
    @DisplayName("LSE-027 a grant for an unknown execution, or one of another namespace, is NotFound")
    default void unknown() {
        ExecutionId elsewhere = givenWaiting();
        Grants other = engine().namespace(scope().namespace() + "-b").grants();
        for (Mono<?> call : List.of(
                grants().issue(aGrantOf(ExecutionId.of(7, UUID.randomUUID()))),
                other.issue(aGrantOf(elsewhere)),
                other.claim(ConsumeGrant.of(givenGrant(elsewhere))))) {
            assertThat(refusal(call)).isInstanceOf(NotFoundException.class);
        }
    }

    @Test
    @DisplayName("LSE-028 a worker that lacks something is told what, sorted, and the execution stays eligible")
    default void capabilityMismatch() {
        ExecutionId id = given(aSubmit().requires("b", "a", "c"));

        EngineException refusal = refusal(grants().issue(aGrantOf(id).offers("b")));

        assertThat(refusal.code()).isEqualTo(ErrorCode.CAPABILITY_MISMATCH);
        assertThat(refusal.details()).containsEntry("missing", "a,c");
        stillWaiting(id);
        assertThat(await(grants().issue(aGrantOf(id).offers("a", "b", "c", "d")))
                        .executionId())
                .isEqualTo(id);
    }

    @Test
    @DisplayName("the gates of a grant come in their order: not eligible, already granted, capabilities")
    default void gates() {
        ExecutionId id = given(aSubmit().requires("gpu"));
        await(grants().issue(aGrantOf(id).offers("gpu")));
        assertThat(refusal(grants().issue(aGrantOf(id))).code()).isEqualTo(ErrorCode.GRANT_ALREADY_EXISTS);
        awaitEmpty(scope().operator().block(id, BlockingReason.PAUSED_BY_OPERATOR, "", ORDER));
        assertThat(refusal(grants().issue(aGrantOf(id))).code()).isEqualTo(ErrorCode.EXECUTION_NOT_ELIGIBLE);
    }

    @Test
    @DisplayName("LSE-022 (target) what is running, delayed, blocked or over cannot be granted")
    default void notEligible() {
        Handle running = givenRunning();
        Handle over = givenRunning();
        await(executions().complete(over));
        ExecutionId blocked = givenWaiting();
        awaitEmpty(scope().operator().block(blocked, BlockingReason.WAITING_FOR_QUOTA, "", ORDER));
        ExecutionId delayed = given(aSubmit().delay(Duration.ofHours(1)));

        for (ExecutionId id : List.of(running.executionId(), over.executionId(), blocked, delayed)) {
            assertThat(refusal(grants().issue(aGrantOf(id))).code()).isEqualTo(ErrorCode.EXECUTION_NOT_ELIGIBLE);
        }
    }

    @Test
    @DisplayName("EXE-049, LSE-014, LSE-024 a grant ends at its very time, and then blocks nobody")
    default void expires() {
        ExecutionId id = givenWaiting();
        ClaimGrant grant = givenGrant(id);
        clock().advance(GRANT.minusMillis(1));
        assertThat(await(executions().claim(aClaim()))).isEmpty();
        clock().advance(Duration.ofMillis(1));

        refusedClaim(ConsumeGrant.of(grant), ErrorCode.CLAIM_GRANT_EXPIRED);
        stillWaiting(id);
        ClaimGrant next = await(grants().issue(IssueClaimGrant.of(id).to(BERT)));
        refusedClaim(ConsumeGrant.of(grant), ErrorCode.CLAIM_GRANT_EXPIRED);
        assertThat(await(grants().claim(ConsumeGrant.of(next))).handle().worker())
                .isEqualTo(BERT);
    }

    @Test
    @DisplayName("a grant that nobody used leaves the execution to direct claims, without any repair")
    default void selfHealing() {
        ExecutionId id = givenWaiting();
        givenGrant(id);
        clock().advance(GRANT);

        assertThat(claimedBy(aClaim()).executionId()).isEqualTo(id);
    }

    @Test
    @DisplayName("LSE-015, LSE-025 neither another worker nor another instance can use a grant, and it stays good")
    default void wrongWorker() {
        ExecutionId id = givenWaiting();
        ClaimGrant grant = givenGrant(id);

        refusedClaim(ConsumeGrant.with(grant.key()).as(BERT), ErrorCode.INVALID_CLAIM_GRANT);
        refusedClaim(
                ConsumeGrant.with(grant.key()).as(WorkerIdentity.of("anna", "anna-2")), ErrorCode.INVALID_CLAIM_GRANT);
        // The line between worker and instance is part of what is signed.
        ClaimGrant split =
                await(grants().issue(IssueClaimGrant.of(givenWaiting()).to(WorkerIdentity.of("a|b", "c"))));
        refusedClaim(ConsumeGrant.with(split.key()).as(WorkerIdentity.of("a", "b|c")), ErrorCode.INVALID_CLAIM_GRANT);

        stillWaiting(id);
        assertThat(await(grants().claim(ConsumeGrant.of(grant))).executionId()).isEqualTo(id);
    }

    @Test
    @DisplayName("a grant that was altered in any part is refused, and nothing is written")
    default void forged() {
        ExecutionId id = givenWaiting();
        ExecutionId other = givenWaiting();
        ClaimGrant grant = givenGrant(id);
        String text = grant.key().value();
        String[] parts = text.split(":", -1);
        String expires = parts[parts.length - 3];
        String last = text.substring(text.length() - 1);

        for (String forged : List.of(
                text.substring(0, text.length() - 1) + (last.equals("0") ? "1" : "0"),
                text.replace(expires, Long.toString(Long.parseLong(expires) + 1)),
                text.replace(id.toString(), other.toString()),
                text.replace(parts[parts.length - 2], "0123456789abcdef"))) {
            refusedClaim(ConsumeGrant.with(GrantKey.of(forged)).as(ANNA), ErrorCode.INVALID_CLAIM_GRANT);
        }
        stillWaiting(id);
        stillWaiting(other);
        assertThat(await(grants().claim(ConsumeGrant.of(grant))).executionId()).isEqualTo(id);
    }

    @Test
    @DisplayName("what is no grant at all, or names a partition that does not exist, is invalid input")
    default void malformed() {
        String text = givenGrant(givenWaiting()).key().value();

        for (String wrong : List.of(
                "x",
                "ff:claim",
                text + "0",
                text.toUpperCase(Locale.ROOT),
                text.replaceFirst("\\{fp:\\d+}", "{fp:65535}"))) {
            EngineException refusal =
                    refusal(grants().claim(ConsumeGrant.with(GrantKey.of(wrong)).as(ANNA)));
            assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_INPUT);
            assertThat(refusal.toString()).doesNotContain(wrong.length() > 20 ? wrong.substring(20) : "xx");
        }
        assertThat(refusal(grants().issue(aGrantOf(ExecutionId.of(65535, UUID.randomUUID()))))
                        .code())
                .isEqualTo(ErrorCode.INVALID_INPUT);
    }

    @Test
    @DisplayName(
            "LSE-016, LSE-023 a grant works once: used again for another lease it is refused, whatever became of the first")
    default void reused() {
        ExecutionId id = givenWaiting();
        ClaimGrant grant = givenGrant(id);
        Claimed claimed = await(grants().claim(ConsumeGrant.of(grant)));

        refusedClaim(ConsumeGrant.of(grant), ErrorCode.INVALID_CLAIM_GRANT);
        await(executions().release(claimed.handle(), ""));
        refusedClaim(ConsumeGrant.of(grant), ErrorCode.INVALID_CLAIM_GRANT);
        assertThat(stateOf(id)).isEqualTo(PublicState.RESUMABLE);
    }

    @Test
    @DisplayName("the same request sent again gives the same answer while its lease lives, even after the grant's time")
    default void repeated() {
        ConsumeGrant consume = ConsumeGrant.of(givenGrant(givenWaiting())).lease(Duration.ofSeconds(20));
        Claimed first = await(grants().claim(consume));

        assertThat(await(grants().claim(consume))).isEqualTo(first);
        clock().advance(Duration.ofSeconds(19));
        assertThat(await(grants().claim(consume))).isEqualTo(first);
        assertThat(leaseEventsOf(first.executionId())).hasSize(1);
        assertThat(attemptsOf(first.executionId())).hasSize(1);
        clock().advance(Duration.ofSeconds(1));
        refusedClaim(consume, ErrorCode.CLAIM_GRANT_EXPIRED);
    }

    @Test
    @DisplayName("LSE-017 with a grant for an execution that was cancelled since, the caller is told that it is over")
    default void cancelledSince() {
        ExecutionId id = givenWaiting();
        ClaimGrant grant = givenGrant(id);
        await(scope().operator().cancel(id, ORDER));

        refusedClaim(ConsumeGrant.of(grant), ErrorCode.EXECUTION_NOT_ACTIVE);
        await(scope().operator().replay(id, ORDER));
        refusedClaim(ConsumeGrant.of(grant), ErrorCode.INVALID_CLAIM_GRANT);
        assertThat(claimedBy(aClaim()).executionId()).isEqualTo(id);
    }

    @Test
    @DisplayName(
            "what was held back since its grant cannot be claimed until it is let go, and then the grant is still good")
    default void blockedSince() {
        ExecutionId id = givenWaiting();
        ClaimGrant grant = givenGrant(id);
        awaitEmpty(scope().operator().block(id, BlockingReason.PAUSED_BY_OPERATOR, "", ORDER));

        refusedClaim(ConsumeGrant.of(grant), ErrorCode.EXECUTION_NOT_LEASEABLE);
        awaitEmpty(scope().operator().unblock(id, Optional.empty(), ORDER));
        assertThat(await(grants().claim(ConsumeGrant.of(grant))).executionId()).isEqualTo(id);
    }

    @Test
    @DisplayName("LSE-021, LSE-026 (target) one way to claim: an interrupted attempt is resumed, any other is fresh")
    default void resumes() {
        Handle first = givenRunning();
        ExecutionId id = first.executionId();
        await(executions().delay(first, Moment.after(Duration.ZERO)));

        Claimed resumed = await(grants().claim(ConsumeGrant.of(givenGrant(id))));

        assertThat(resumed.handle().kind()).isEqualTo(HandleKind.RESUMED);
        assertThat(resumed.handle().fence().attemptId()).isEqualTo(first.fence().attemptId());
        assertThat(resumed.handle().fence().epoch()).isGreaterThan(first.fence().epoch());
        assertThat(attemptsOf(id)).hasSize(1);
        await(executions().complete(resumed.handle()));
    }

    @Test
    @DisplayName("who expects another attempt than the next is refused, and the grant stays good")
    default void expectedAttempt() {
        Handle first = givenRunning();
        await(executions().release(first, ""));
        ClaimGrant resumed = givenGrant(first.executionId());
        refusedClaim(ConsumeGrant.of(resumed).expectsAttempt(1), ErrorCode.EXECUTION_NOT_LEASEABLE);
        assertThat(await(grants().claim(ConsumeGrant.of(resumed).expectsAttempt(0)))
                        .handle()
                        .fence()
                        .attemptIndex())
                .isZero();

        ClaimGrant fresh = givenGrant(givenWaiting());
        refusedClaim(ConsumeGrant.of(fresh).expectsAttempt(1), ErrorCode.EXECUTION_NOT_LEASEABLE);
        await(grants().claim(ConsumeGrant.of(fresh).expectsAttempt(0)));
    }

    @Test
    @DisplayName("a reclaim grant cannot be claimed with")
    default void otherKind() {
        Handle lost = givenRunning();
        clock().advance(Duration.ofSeconds(30));
        ReclaimGrantOutcome outcome = await(scope().reclaims()
                .issueGrant(IssueReclaimGrant.of(lost.executionId()).to(ANNA)));
        GrantKey key = ((ReclaimGrantOutcome.Granted) outcome).grant().key();

        refusedClaim(ConsumeGrant.with(key).as(ANNA), ErrorCode.INVALID_CLAIM_GRANT);
        refusedClaim(
                ConsumeGrant.with(GrantKey.of(key.value().replace("ff:reclaim", "ff:claim")))
                        .as(ANNA),
                ErrorCode.INVALID_CLAIM_GRANT);
    }

    @Test
    @DisplayName("limits: a grant lasts 1 ms to 60 s, its lease 100 ms to 24 h")
    default void limits() {
        ExecutionId id = givenWaiting();
        for (Duration ttl : List.of(Duration.ZERO, Duration.ofSeconds(60).plusMillis(1), Duration.ofMillis(-1))) {
            assertThat(refusal(grants().issue(aGrantOf(id).ttl(ttl)))).isInstanceOf(ValidationException.class);
            assertThat(refusal(grants().claimForWorker(forAnna().ttl(ttl)))).isInstanceOf(ValidationException.class);
        }
        ClaimGrant shortest = await(grants().issue(aGrantOf(id).ttl(Duration.ofMillis(1))));
        assertThat(shortest.expiresAt()).isEqualTo(clock().now().plusMillis(1));
        clock().advance(Duration.ofMillis(1));
        ClaimGrant longest = await(grants().issue(aGrantOf(id).ttl(Duration.ofSeconds(60))));
        for (Duration lease :
                List.of(Duration.ofMillis(99), Duration.ofHours(24).plusMillis(1))) {
            refusedClaim(ConsumeGrant.of(longest).lease(lease), ErrorCode.INVALID_INPUT);
        }
        await(grants().claim(ConsumeGrant.of(longest).lease(Duration.ofMillis(100))));
    }

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

    private static String keyOf(ClaimGrant grant) {
        String[] parts = grant.key().value().split(":", -1);
        return parts[parts.length - 2];
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
