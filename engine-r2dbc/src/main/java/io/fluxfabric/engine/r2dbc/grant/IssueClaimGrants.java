package io.fluxfabric.engine.r2dbc.grant;

import io.fluxfabric.engine.grant.ClaimForWorker;
import io.fluxfabric.engine.grant.ClaimGrant;
import io.fluxfabric.engine.grant.IssueClaimGrant;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.kit.Taking;
import io.fluxfabric.engine.r2dbc.kit.WorkerRows;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Rows;
import io.fluxfabric.engine.r2dbc.sql.Session;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import io.fluxfabric.engine.state.StateSql;
import io.fluxfabric.engine.state.Transition;
import java.time.Instant;
import reactor.core.publisher.Mono;

/**
 * Gives workers the right to claim.
 *
 * <ol>
 *   <li>Lock the execution that is meant, or the best one of the lane.
 *   <li>May it be granted? Read the clock with it, because the end of the grant is part of what is signed.
 *   <li>Keep all others from it until then, sign, store.
 * </ol>
 */
final class IssueClaimGrants {

    private static final Sql BEST =
            Sql.of(Taking.PICKED + """
            SELECT %s
              FROM picked JOIN ff_exec_core ON partition_key = p_partition AND execution_id = p_execution
             WHERE p_place = 1 AND %s""".formatted(Grantable.COLUMNS, WorkerRows.mayClaim(":instance")));

    /** Nothing of its state changes, so only the mutation is stamped. */
    private static final Sql RESERVE = Sql.of("""
            UPDATE ff_exec_core
               SET claim_grant_until_ms = :until, last_mutation_at_ms = {NOW}, version = version + 1
             WHERE partition_key = :partition AND execution_id = :execution AND namespace = :namespace
               AND %s""".formatted(StateSql.plain().gate(Transition.GRANT_CLAIM)));

    private final Kit kit;

    IssueClaimGrants(Kit kit) {
        this.kit = kit;
    }

    Mono<ClaimGrant> one(IssueClaimGrant issue) {
        return Mono.defer(() -> {
            kit.checked(issue.executionId());
            GrantTerms terms = checked(new GrantTerms(GrantKind.CLAIM, issue.worker(), issue.offered(), issue.ttl()));
            return kit.tx()
                    .write(
                            "grant.issue",
                            session -> LockedForGrant.lock(session, kit, issue.executionId())
                                    .flatMap(found -> found.refusal(issue.offered())
                                            .<Mono<ClaimGrant>>map(Mono::error)
                                            .orElseGet(() -> grant(session, found.grantable(), terms))));
        });
    }

    Mono<ClaimGrant> best(ClaimForWorker request) {
        return Mono.defer(() -> {
            GrantTerms terms =
                    checked(new GrantTerms(GrantKind.CLAIM, request.worker(), request.offered(), request.ttl()));
            Binds binds = kit.binds()
                    .and("lane", request.lane().value())
                    .and("instance", request.worker().instance().value())
                    .and("max", 1)
                    .andRows("o", Rows.of(request.offered().tokens(), Rows::row));
            return kit.tx()
                    .write(
                            "grant.claimForWorker",
                            session -> session.one(BEST, binds, Grantable::of)
                                    .flatMap(found -> grant(session, found, terms)));
        });
    }

    private GrantTerms checked(GrantTerms terms) {
        kit.limits().checkGrantTtl(terms.ttl());
        return terms;
    }

    private Mono<ClaimGrant> grant(Session session, Grantable found, GrantTerms terms) {
        return StoredGrants.put(session, kit, found, terms)
                .flatMap(text -> session.update(RESERVE, kit.binds(found.id()).and("until", text.expiresAtMs()))
                        .thenReturn(new ClaimGrant(
                                found.id(),
                                found.lane(),
                                terms.worker(),
                                text.key(),
                                Instant.ofEpochMilli(text.expiresAtMs()))));
    }
}
