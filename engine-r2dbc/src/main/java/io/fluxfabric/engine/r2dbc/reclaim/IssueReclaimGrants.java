package io.fluxfabric.engine.r2dbc.reclaim;

import io.fluxfabric.engine.error.NotFoundException;
import io.fluxfabric.engine.error.StateException;
import io.fluxfabric.engine.id.Capabilities;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.r2dbc.grant.GrantKind;
import io.fluxfabric.engine.r2dbc.grant.GrantTerms;
import io.fluxfabric.engine.r2dbc.grant.Grantable;
import io.fluxfabric.engine.r2dbc.grant.StoredGrants;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.r2dbc.sql.Session;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import io.fluxfabric.engine.reclaim.IssueReclaimGrant;
import io.fluxfabric.engine.reclaim.NotReclaimableReason;
import io.fluxfabric.engine.reclaim.ReclaimGrant;
import io.fluxfabric.engine.reclaim.ReclaimGrantOutcome;
import io.fluxfabric.engine.reclaim.ReclaimGrantOutcome.Granted;
import io.fluxfabric.engine.reclaim.ReclaimGrantOutcome.NotReclaimable;
import io.fluxfabric.engine.reclaim.ReclaimGrantOutcome.ReclaimCapExceeded;
import java.time.Instant;
import reactor.core.publisher.Mono;

/**
 * Gives a worker the right to take over. Asked in this order: is there something to take over; has nobody else the right; can the
 * worker do it; is it still worth it.
 *
 * <p>The lock on the execution's row is what makes it one after another for each execution: all that is decided here stands in that row,
 * or is written by holders of the lock only. Serializable transactions would let reclaims of different executions fail each other, because
 * they share index pages.
 *
 * <p>A claim grant that is still stored for the execution was used, or void before the execution became active, so its place is free.
 */
final class IssueReclaimGrants {

    private static final Sql LOCK = Sql.of("""
            SELECT %s, %s
              FROM ff_exec_core
             WHERE partition_key = :partition AND execution_id = :execution AND namespace = :namespace
            {FOR_UPDATE}""".formatted(Grantable.COLUMNS, LostExecution.COLUMNS));

    /** A statement after the lock, and not part of it: one that waits for a lock sees all else as it was before the wait. */
    private static final Sql GRANTED = Sql.of("""
            SELECT count(*) AS granted
              FROM ff_claim_grant
             WHERE partition_key = :partition AND execution_id = :execution AND namespace = :namespace
               AND kind = 'reclaim' AND expires_at_ms > {NOW}""");

    private final Kit kit;

    IssueReclaimGrants(Kit kit) {
        this.kit = kit;
    }

    Mono<ReclaimGrantOutcome> run(IssueReclaimGrant issue) {
        return Mono.defer(() -> {
            ExecutionId id = kit.checked(issue.executionId());
            kit.limits().checkGrantTtl(issue.ttl());
            return kit.tx()
                    .write(
                            "reclaim.issueGrant",
                            session -> session.one(LOCK, kit.binds(id), Found::of)
                                    .switchIfEmpty(Mono.error(() -> NotFoundException.execution(id.toString())))
                                    .flatMap(found -> decide(session, found, issue)));
        });
    }

    private Mono<ReclaimGrantOutcome> decide(Session session, Found found, IssueReclaimGrant issue) {
        return found.lost()
                .refusal()
                .<Mono<ReclaimGrantOutcome>>map(reason -> Mono.just(new NotReclaimable(
                        issue.executionId(), reason, found.lost().detail())))
                .orElseGet(() -> requireNoGrant(session, issue.executionId())
                        .then(Mono.defer(() -> decideFor(session, found, issue))));
    }

    private Mono<Void> requireNoGrant(Session session, ExecutionId id) {
        return session.one(GRANTED, kit.binds(id), row -> row.number("granted"))
                .flatMap(granted -> granted == 0
                        ? Mono.<Void>empty()
                        : Mono.error(StateException.grantAlreadyExists(id.toString())));
    }

    private Mono<ReclaimGrantOutcome> decideFor(Session session, Found found, IssueReclaimGrant issue) {
        ExecutionId id = issue.executionId();
        Capabilities missing = issue.offered().missing(found.grantable().required());
        if (!missing.isEmpty()) {
            return Mono.just(new NotReclaimable(id, NotReclaimableReason.MISSING_CAPABILITY, missing.csv()));
        }
        return found.lost().capReached()
                ? Mono.just(new ReclaimCapExceeded(id, found.lost().reclaims()))
                : grant(session, found.grantable(), issue);
    }

    private Mono<ReclaimGrantOutcome> grant(Session session, Grantable to, IssueReclaimGrant issue) {
        GrantTerms terms = new GrantTerms(GrantKind.RECLAIM, issue.worker(), issue.offered(), issue.ttl());
        return StoredGrants.put(session, kit, to, terms)
                .map(text -> new Granted(new ReclaimGrant(
                        to.id(), to.lane(), issue.worker(), text.key(), Instant.ofEpochMilli(text.expiresAtMs()))));
    }

    private record Found(Grantable grantable, LostExecution lost) {

        static Found of(RowReader row) {
            return new Found(Grantable.of(row), LostExecution.of(row));
        }
    }
}
