package io.fluxfabric.engine.r2dbc.grant;

import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.grant.IssueGrantAndClaim;
import io.fluxfabric.engine.id.AttemptId;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.kit.OperatorEvents;
import io.fluxfabric.engine.r2dbc.kit.Taking;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Chain;
import io.fluxfabric.engine.r2dbc.sql.Session;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import java.util.Map;
import reactor.core.publisher.Mono;

/** Claims one execution for an operator: grant and claim in one transaction, so that no grant is ever left behind. */
final class ForceClaims {

    private static final Sql IS_REPEATED = Sql.of("""
            SELECT CASE WHEN %s THEN 1 ELSE 0 END AS repeated FROM ff_exec_core
             WHERE partition_key = :partition AND execution_id = :execution AND namespace = :namespace""".formatted(Repetition.CONDITION));

    private static final Chain CLAIM = Taking.claim("", Taking.ONE, Taking.LEASE)
            .then(StoredGrants.used(Taking.STEP))
            .then(OperatorEvents.step(Taking.STEP, "claim_forced"));

    private final Kit kit;

    ForceClaims(Kit kit) {
        this.kit = kit;
    }

    Mono<Claimed> run(IssueGrantAndClaim request) {
        return Mono.defer(() -> {
            kit.checked(request.executionId());
            kit.limits().checkLeaseTtl(request.lease());
            AttemptId attempt = kit.mint().attempt();
            return kit.tx()
                    .write(
                            "grant.issueAndClaim",
                            session -> LockedForGrant.lock(session, kit, request.executionId())
                                    .flatMap(found -> decide(session, found, request, attempt)));
        });
    }

    private Mono<Claimed> decide(Session session, LockedForGrant found, IssueGrantAndClaim request, AttemptId attempt) {
        return isRepeated(session, request)
                .flatMap(repeated -> repeated
                        ? Repetition.read(session, kit, request.executionId(), request.leaseId(), request.lease())
                        : found.refusal()
                                .<Mono<Claimed>>map(Mono::error)
                                .orElseGet(() -> claim(session, request, attempt)));
    }

    private Mono<Boolean> isRepeated(Session session, IssueGrantAndClaim request) {
        Binds binds = Repetition.bind(kit.binds(request.executionId()), request.leaseId(), request.worker());
        return session.one(IS_REPEATED, binds, row -> row.number("repeated") == 1);
    }

    private Mono<Claimed> claim(Session session, IssueGrantAndClaim request, AttemptId attempt) {
        Map<String, ?> details = Map.of(
                "worker_id", request.worker().worker(),
                "worker_instance_id", request.worker().instance());
        Binds binds = Taking.bind(kit.binds(), request.worker(), request.lease())
                .andRows("n", Taking.one(request.executionId(), request.leaseId(), attempt));
        return session.chain(
                        CLAIM,
                        OperatorEvents.bind(binds, request.order(), details),
                        row -> Taking.claimed(kit, row, request.lease()))
                .map(claimed -> claimed.get(0));
    }
}
