package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.error.EngineException;
import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.execution.Moment;
import io.fluxfabric.engine.grant.ClaimGrant;
import io.fluxfabric.engine.grant.ConsumeGrant;
import io.fluxfabric.engine.grant.GrantKey;
import io.fluxfabric.engine.grant.IssueClaimGrant;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.lease.HandleKind;
import io.fluxfabric.engine.reclaim.IssueReclaimGrant;
import io.fluxfabric.engine.reclaim.ReclaimGrantOutcome;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.reconcile.ScanReport;
import io.fluxfabric.engine.state.BlockingReason;
import io.fluxfabric.engine.state.PublicState;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What becomes of a claim grant that is used, misused or not used. */
public interface GrantUseContract extends GrantFixture {

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
    @DisplayName("a grant that nobody used is forgotten by the housekeeping, one that lives is not")
    default void forgotten() {
        clock().advance(Duration.ofMinutes(1));
        await(engine().reconcilers().pass(Reconcilers.GRANT_EXPIRY)); // what other tests left
        givenGrant(givenWaiting());
        clock().advance(GRANT);
        ClaimGrant alive = givenGrant(givenWaiting());

        ScanReport pass = await(engine().reconcilers().pass(Reconcilers.GRANT_EXPIRY));

        assertThat(pass.changed()).isEqualTo(1);
        assertThat(await(engine().reconcilers().pass(Reconcilers.GRANT_EXPIRY)).scanned())
                .isZero();
        assertThat(await(grants().claim(ConsumeGrant.of(alive))).executionId()).isEqualTo(alive.executionId());
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
}
