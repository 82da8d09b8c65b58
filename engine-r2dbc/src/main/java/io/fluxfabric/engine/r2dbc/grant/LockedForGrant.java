package io.fluxfabric.engine.r2dbc.grant;

import io.fluxfabric.engine.error.ContentionException;
import io.fluxfabric.engine.error.EngineException;
import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.NotFoundException;
import io.fluxfabric.engine.error.StateException;
import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.id.Capabilities;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.r2dbc.sql.Session;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import io.fluxfabric.engine.state.Transition;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * One execution that somebody wants to claim out of turn, its row locked.
 *
 * @param grantUntilMs until when somebody else has the right to, if there ever was such a one
 */
record LockedForGrant(Grantable grantable, @Nullable Long grantUntilMs) {

    private static final Sql LOCK = Sql.of("""
            SELECT claim_grant_until_ms, %s
              FROM ff_exec_core
             WHERE partition_key = :partition AND execution_id = :execution AND namespace = :namespace
            {FOR_UPDATE}""".formatted(Grantable.COLUMNS));

    /** Errors with {@code NotFoundException}. */
    static Mono<LockedForGrant> lock(Session session, Kit kit, ExecutionId id) {
        return session.one(LOCK, kit.binds(id), LockedForGrant::of)
                .switchIfEmpty(Mono.error(() -> NotFoundException.execution(id.toString())));
    }

    private static LockedForGrant of(RowReader row) {
        return new LockedForGrant(Grantable.of(row), row.numberOrNull("claim_grant_until_ms"));
    }

    /** Why it cannot be claimed out of turn by anybody. */
    Optional<EngineException> refusal() {
        return notEligible().or(this::alreadyGranted);
    }

    /** Why it cannot be granted to a worker with this offer. */
    Optional<EngineException> refusal(Capabilities offered) {
        return notEligible().or(this::heldByLane).or(this::alreadyGranted).or(() -> lacking(offered));
    }

    private Optional<EngineException> notEligible() {
        return Transition.GRANT_CLAIM.admits(grantable.state())
                ? Optional.empty()
                : Optional.of(notEligible("is %s (%s) and cannot be claimed now"
                        .formatted(
                                grantable.state().publicState().literal(),
                                grantable.state().eligibility().literal())));
    }

    private Optional<EngineException> heldByLane() {
        return grantable.laneState().gives()
                ? Optional.empty()
                : Optional.of(notEligible("is on lane " + grantable.lane() + ", which is "
                        + grantable.laneState().literal()));
    }

    private Optional<EngineException> alreadyGranted() {
        return grantUntilMs != null && grantUntilMs > grantable.nowMs()
                ? Optional.of(StateException.grantAlreadyExists(grantable.id().toString()))
                : Optional.empty();
    }

    private Optional<EngineException> lacking(Capabilities offered) {
        Capabilities missing = offered.missing(grantable.required());
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        ValidationException.capabilityMismatch(grantable.id().toString(), missing.csv()));
    }

    private EngineException notEligible(String problem) {
        return ContentionException.of(
                ErrorCode.EXECUTION_NOT_ELIGIBLE, grantable.id().toString(), problem);
    }
}
