package io.fluxfabric.engine.r2dbc.reclaim;

import io.fluxfabric.engine.error.NotFoundException;
import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.id.AttemptId;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.r2dbc.grant.GrantText;
import io.fluxfabric.engine.r2dbc.grant.Repetition;
import io.fluxfabric.engine.r2dbc.grant.SigningKey;
import io.fluxfabric.engine.r2dbc.grant.StoredGrants;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.kit.Taking;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.r2dbc.sql.Session;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import io.fluxfabric.engine.reclaim.NotReclaimableReason;
import io.fluxfabric.engine.reclaim.ReclaimExecution;
import io.fluxfabric.engine.reclaim.ReclaimOutcome;
import io.fluxfabric.engine.reclaim.ReclaimOutcome.Claimed;
import io.fluxfabric.engine.reclaim.ReclaimOutcome.GrantNotFound;
import io.fluxfabric.engine.reclaim.ReclaimOutcome.NotReclaimable;
import io.fluxfabric.engine.reclaim.ReclaimOutcome.ReclaimCapExceeded;
import io.fluxfabric.engine.state.StateSql;
import java.util.Optional;
import reactor.core.publisher.Mono;

/**
 * Takes over from a holder that was lost.
 *
 * <ol>
 *   <li>Lock the execution the grant names. Does the caller hold it already, under the very lease it asks for? Then this is a
 *       repetition.
 *   <li>Find the grant. One that was used, has expired or was never issued is not there.
 *   <li>Is it for this worker? Which of its processes asks does not matter.
 *   <li>Is there still something to take over? Anything may have happened since the grant was issued.
 *   <li>Take over, or end the execution if its holders were lost too often.
 * </ol>
 *
 * <p>It is one after another for each execution by the lock on its row, see {@link IssueReclaimGrants}.
 */
final class ReclaimExecutions {

    private static final Sql LOCK =
            Sql.of("""
            SELECT %s, %s, CASE WHEN %s THEN 1 ELSE 0 END AS repeated, {NOW} AS at_ms
              FROM ff_exec_core
             WHERE partition_key = :partition AND execution_id = :execution AND namespace = :namespace
            {FOR_UPDATE}""".formatted(StateSql.plain().columns(), LostExecution.COLUMNS, Repetition.CONDITION));

    private static final Sql GRANT = Sql.of("""
            SELECT worker_id, worker_instance_id, %s
              FROM ff_claim_grant
             WHERE partition_key = :partition AND execution_id = :execution AND namespace = :namespace
               AND grant_id = :grant AND kind = 'reclaim' AND expires_at_ms > {NOW}""".formatted(StoredGrants.SECRET));

    private final Kit kit;

    ReclaimExecutions(Kit kit) {
        this.kit = kit;
    }

    Mono<ReclaimOutcome> run(ReclaimExecution reclaim) {
        return Mono.defer(() -> {
            kit.limits().checkLeaseTtl(reclaim.lease());
            GrantText text = GrantText.parse(reclaim.grant());
            kit.checked(text.executionId());
            Request request = new Request(text, reclaim, kit.mint().attempt());
            return kit.tx()
                    .write(
                            "reclaim.reclaim",
                            session -> lock(session, request)
                                    .flatMap(found -> found.repeated()
                                            ? repeated(session, request)
                                            : decide(session, found.lost(), request)));
        });
    }

    private Mono<Found> lock(Session session, Request request) {
        Binds binds = Repetition.bind(
                kit.binds(request.id()),
                request.asked().leaseId(),
                request.asked().worker());
        return session.one(LOCK, binds, Found::of)
                .switchIfEmpty(Mono.error(
                        () -> NotFoundException.execution(request.id().toString())));
    }

    private Mono<ReclaimOutcome> repeated(Session session, Request request) {
        ReclaimExecution asked = request.asked();
        return Repetition.read(session, kit, request.id(), asked.leaseId(), asked.lease())
                .map(Claimed::new);
    }

    private Mono<ReclaimOutcome> decide(Session session, LostExecution found, Request request) {
        return grantee(session, request)
                .flatMap(grantee -> {
                    requireSameWorker(grantee, request.asked().worker());
                    return apply(session, found, request);
                })
                .defaultIfEmpty(new GrantNotFound(request.id()));
    }

    /** To whom the grant was given; empty when there is no such grant, or it is not genuine. */
    private Mono<WorkerIdentity> grantee(Session session, Request request) {
        GrantText text = request.grant();
        return session.one(
                        GRANT,
                        kit.binds(request.id()).and("grant", text.id()).and("kid", text.keyId()),
                        row -> genuine(text, row))
                .flatMap(Mono::justOrEmpty);
    }

    private static Optional<WorkerIdentity> genuine(GrantText text, RowReader row) {
        WorkerIdentity grantee = WorkerIdentity.of(row.text("worker_id"), row.text("worker_instance_id"));
        return Optional.ofNullable(row.bytesOrNull("secret"))
                .map(secret -> new SigningKey(text.keyId(), secret))
                .filter(key -> text.isFor(grantee, key))
                .map(key -> grantee);
    }

    private static void requireSameWorker(WorkerIdentity grantee, WorkerIdentity asking) {
        if (!grantee.worker().equals(asking.worker())) {
            throw ValidationException.invalidInput(
                    "worker", "is " + asking.worker() + ", but the grant was given to another worker");
        }
    }

    private Mono<ReclaimOutcome> apply(Session session, LostExecution found, Request request) {
        Optional<NotReclaimableReason> refusal = found.refusal();
        if (refusal.isPresent()) {
            return Mono.just(new NotReclaimable(request.id(), refusal.orElseThrow(), found.detail()));
        }
        return found.capReached() ? giveUp(session, found, request) : takeOver(session, request);
    }

    private Mono<ReclaimOutcome> takeOver(Session session, Request request) {
        ReclaimExecution asked = request.asked();
        return session.chain(
                        ReclaimSteps.TAKE_OVER,
                        Taking.bind(request.binds(kit), asked.worker(), asked.lease()),
                        row -> Taking.claimed(kit, row, asked.lease()))
                .map(claimed -> new Claimed(claimed.get(0)));
    }

    private Mono<ReclaimOutcome> giveUp(Session session, LostExecution found, Request request) {
        return session.chain(ReclaimSteps.GIVE_UP, request.binds(kit), row -> row.number("lease_epoch"))
                .thenReturn(new ReclaimCapExceeded(request.id(), found.reclaims()));
    }

    /** What is asked for, with the id of the attempt it may become. */
    private record Request(GrantText grant, ReclaimExecution asked, AttemptId attempt) {

        ExecutionId id() {
            return grant.executionId();
        }

        Binds binds(Kit kit) {
            return kit.binds().andRows("n", Taking.one(id(), asked.leaseId(), attempt));
        }
    }

    private record Found(LostExecution lost, boolean repeated) {

        static Found of(RowReader row) {
            return new Found(LostExecution.of(row), row.number("repeated") == 1);
        }
    }
}
