package io.fluxfabric.engine.r2dbc.operator;

import io.fluxfabric.engine.id.WorkerInstanceId;
import io.fluxfabric.engine.operator.Order;
import io.fluxfabric.engine.operator.RevokeLease;
import io.fluxfabric.engine.operator.RevokeOutcome;
import io.fluxfabric.engine.operator.RevokeOutcome.AlreadySatisfied;
import io.fluxfabric.engine.operator.RevokeOutcome.Reason;
import io.fluxfabric.engine.operator.RevokeOutcome.Revoked;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.kit.LockedRows;
import io.fluxfabric.engine.r2dbc.kit.OperatorEvents;
import io.fluxfabric.engine.r2dbc.kit.Steps;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Chain;
import io.fluxfabric.engine.r2dbc.sql.Session;
import io.fluxfabric.engine.state.StateSql;
import io.fluxfabric.engine.state.Transition;
import java.util.Map;
import java.util.Optional;
import reactor.core.publisher.Mono;

/**
 * Takes a lease from its holder. The same attempt goes on under the next claim, with what is left of its time, and the loss does
 * not count against the cap on reclaims: that a person moved the work says nothing about the work.
 */
final class TakeLease {

    private static final Chain REVOKE = Chain.of(Steps.moved("taken"), """
            UPDATE ff_exec_core
               SET %s, %s, %s, %s, %s
              FROM %s WHERE %s
            RETURNING %s""".formatted(
                            StateSql.plain().assignments(Transition.REVOKE_LEASE),
                            Steps.STAMP,
                            Steps.LEASE_ENDED,
                            Steps.TIMEOUT_PAUSED,
                            LockedRows.FENCED,
                            LockedRows.ROWS,
                            LockedRows.are(Transition.REVOKE_LEASE),
                            Steps.RETURNING))
            .then(LockedRows.attempts("taken", """
                    lifecycle = 'suspended', outcome = 'attempt_interrupted', interruption = 'revoked', suspended_at_ms = e_at"""))
            .then(LockedRows.leaseEvents("taken", "revoked", "CAST(:reason AS text)"))
            .then(OperatorEvents.step("taken", "lease_revoked"))
            .then(Steps.countMoves("taken"));

    private final Kit kit;

    TakeLease(Kit kit) {
        this.kit = kit;
    }

    Mono<RevokeOutcome> run(RevokeLease revoke) {
        return LockedExecution.with(
                kit, "operator.revokeLease", revoke.executionId(), (session, found) -> decide(session, found, revoke));
    }

    private Mono<RevokeOutcome> decide(Session session, LockedExecution found, RevokeLease revoke) {
        return nothingToTake(found, revoke)
                .<Mono<RevokeOutcome>>map(reason -> Mono.just(new AlreadySatisfied(found.id(), reason)))
                .orElseGet(() -> apply(session, found, revoke.order()));
    }

    private static Optional<Reason> nothingToTake(LockedExecution found, RevokeLease revoke) {
        if (!found.leased()) {
            return Optional.of(Reason.NO_ACTIVE_LEASE);
        }
        if (revoke.expectedHolder().isPresent()
                && !revoke.expectedHolder().map(WorkerInstanceId::value).equals(found.holder())) {
            return Optional.of(Reason.DIFFERENT_WORKER_INSTANCE);
        }
        return revoke.expectedEpoch().filter(epoch -> epoch != found.epoch()).map(moved -> Reason.EPOCH_MOVED);
    }

    private Mono<RevokeOutcome> apply(Session session, LockedExecution found, Order order) {
        Map<String, ?> details = Map.of(
                "epoch", found.epoch(), "worker_instance_id", found.holder().orElse(""));
        Binds binds = OperatorEvents.bind(Binds.rows("d", found.rows()), order, details);
        return session.chain(REVOKE, binds, row -> new Revoked(found.id(), row.number("lease_epoch")))
                .map(rows -> rows.get(0));
    }
}
