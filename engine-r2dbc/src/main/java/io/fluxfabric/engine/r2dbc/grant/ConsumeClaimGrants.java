package io.fluxfabric.engine.r2dbc.grant;

import io.fluxfabric.engine.error.ContentionException;
import io.fluxfabric.engine.error.EngineException;
import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.ExecutionNotActiveException;
import io.fluxfabric.engine.error.NotFoundException;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.grant.ConsumeGrant;
import io.fluxfabric.engine.id.AttemptId;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.kit.StoredState;
import io.fluxfabric.engine.r2dbc.kit.Taking;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Chain;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.r2dbc.sql.Session;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import io.fluxfabric.engine.state.LifecyclePhase;
import io.fluxfabric.engine.state.OwnershipState;
import io.fluxfabric.engine.state.StateSql;
import io.fluxfabric.engine.state.StateVector;
import io.fluxfabric.engine.state.Transition;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Claims with a grant.
 *
 * <ol>
 *   <li>Lock the execution the grant names.
 *   <li>Is the grant genuine, and the caller's? Else the caller learns nothing more.
 *   <li>Does the caller hold the execution already, under the very lease it asks for? Then this is a repetition.
 *   <li>Is the grant still in force, and the execution still there to be claimed?
 *   <li>Claim, and remove the grant.
 * </ol>
 */
final class ConsumeClaimGrants {

    /** The row is read under its lock, so what it says about the grant in force is true; the rest of a grant never changes. */
    private static final Sql LOCK = Sql.of(
            """
            SELECT %s, lease_epoch, current_attempt_id, claim_grant_until_ms, %s AS next_index,
                   CASE WHEN %s THEN 1 ELSE 0 END AS repeated,
                   (SELECT count(*) FROM ff_claim_grant g
                     WHERE g.partition_key = ff_exec_core.partition_key AND g.execution_id = ff_exec_core.execution_id
                       AND g.grant_id = :grant) AS stored,
                   %s, {NOW} AS at_ms
              FROM ff_exec_core
             WHERE partition_key = :partition AND execution_id = :execution AND namespace = :namespace
            {FOR_UPDATE}""".formatted(StateSql.plain().columns(), Taking.NEXT_INDEX, Repetition.CONDITION, StoredGrants.SECRET));

    private static final Chain CLAIM =
            Taking.claim("", Taking.ONE, Taking.LEASE).then(StoredGrants.used(Taking.STEP));

    private final Kit kit;

    ConsumeClaimGrants(Kit kit) {
        this.kit = kit;
    }

    Mono<Claimed> run(ConsumeGrant consume) {
        return Mono.defer(() -> {
            kit.limits().checkLeaseTtl(consume.lease());
            GrantText text = GrantText.parse(consume.grant());
            kit.checked(text.executionId());
            AttemptId attempt = kit.mint().attempt();
            return kit.tx()
                    .write(
                            "grant.claim",
                            session -> lock(session, text, consume)
                                    .flatMap(found -> decide(session, found, text, consume, attempt)));
        });
    }

    private Mono<Found> lock(Session session, GrantText text, ConsumeGrant consume) {
        Binds binds = Repetition.bind(kit.binds(text.executionId()), consume.leaseId(), consume.worker())
                .and("grant", text.id())
                .and("kid", text.keyId());
        return session.one(LOCK, binds, row -> Found.of(row, text.keyId()))
                .switchIfEmpty(Mono.error(
                        () -> NotFoundException.execution(text.executionId().toString())));
    }

    private Mono<Claimed> decide(
            Session session, Found found, GrantText text, ConsumeGrant consume, AttemptId attempt) {
        if (!found.genuine(text, consume)) {
            return Mono.error(invalid(text, "cannot be claimed with this grant by this worker"));
        }
        if (found.repeated()) {
            return Repetition.read(session, kit, text.executionId(), consume.leaseId(), consume.lease());
        }
        return refusal(found, text, consume).<Mono<Claimed>>map(Mono::error).orElseGet(() -> {
            Binds binds = Taking.bind(kit.binds(), consume.worker(), consume.lease())
                    .andRows("n", Taking.one(text.executionId(), consume.leaseId(), attempt));
            return session.chain(CLAIM, binds, row -> Taking.claimed(kit, row, consume.lease()))
                    .map(claimed -> claimed.get(0));
        });
    }

    private static Optional<EngineException> refusal(Found found, GrantText text, ConsumeGrant consume) {
        String id = text.executionId().toString();
        StateVector state = found.state();
        if (state.phase() == LifecyclePhase.TERMINAL) {
            return Optional.of(new ExecutionNotActiveException(
                    id, state.phase().literal(), state.outcome().literal(), found.epoch(), found.attemptId()));
        }
        if (text.expiresAtMs() <= found.nowMs()) {
            return Optional.of(ContentionException.of(
                    ErrorCode.CLAIM_GRANT_EXPIRED,
                    id,
                    "cannot be claimed with this grant any more: it expired at "
                            + Instant.ofEpochMilli(text.expiresAtMs())));
        }
        if (!found.stored() || found.grantUntilMs() == null || found.grantUntilMs() != text.expiresAtMs()) {
            return Optional.of(invalid(text, "cannot be claimed with this grant: it was used, or is void"));
        }
        if (state.ownership() != OwnershipState.UNOWNED) {
            return Optional.of(ContentionException.of(ErrorCode.LEASE_CONFLICT, id, "is held by somebody"));
        }
        if (!Transition.CLAIM.admits(state)) {
            return notLeaseable(
                    id,
                    "is %s (%s) since its grant was issued"
                            .formatted(
                                    state.publicState().literal(),
                                    state.eligibility().literal()));
        }
        int expected = consume.expectedAttempt().orElse(found.nextIndex());
        return expected == found.nextIndex()
                ? Optional.empty()
                : notLeaseable(id, "is at attempt " + found.nextIndex() + ", not at attempt " + expected);
    }

    private static Optional<EngineException> notLeaseable(String id, String problem) {
        return Optional.of(ContentionException.of(ErrorCode.EXECUTION_NOT_LEASEABLE, id, problem));
    }

    private static EngineException invalid(GrantText text, String problem) {
        return ContentionException.of(
                ErrorCode.INVALID_CLAIM_GRANT, text.executionId().toString(), problem);
    }

    /** The execution as it was found, and what is known about the grant. */
    private record Found(
            StateVector state,
            long epoch,
            @Nullable String attemptId,
            @Nullable Long grantUntilMs,
            int nextIndex,
            boolean repeated,
            boolean stored,
            Optional<SigningKey> key,
            long nowMs) {

        static Found of(RowReader row, String keyId) {
            byte[] secret = row.bytesOrNull("secret");
            return new Found(
                    StoredState.of(row).vector(),
                    row.number("lease_epoch"),
                    Optional.ofNullable(row.uuidOrNull("current_attempt_id"))
                            .map(Object::toString)
                            .orElse(null),
                    row.numberOrNull("claim_grant_until_ms"),
                    row.integer("next_index"),
                    row.number("repeated") == 1,
                    row.number("stored") == 1,
                    secret == null ? Optional.empty() : Optional.of(new SigningKey(keyId, secret)),
                    row.number("at_ms"));
        }

        /** The key is the one the grant names: there is no secret for any other. */
        boolean genuine(GrantText text, ConsumeGrant consume) {
            return text.kind() == GrantKind.CLAIM
                    && key.filter(signing -> text.isFor(consume.worker(), signing))
                            .isPresent();
        }
    }
}
