package io.fluxfabric.engine.r2dbc.operator;

import io.fluxfabric.engine.error.StateException;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.operator.Order;
import io.fluxfabric.engine.operator.Replayed;
import io.fluxfabric.engine.policy.ExecutionPolicy;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.kit.LockedRows;
import io.fluxfabric.engine.r2dbc.kit.OperatorEvents;
import io.fluxfabric.engine.r2dbc.kit.Steps;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Chain;
import io.fluxfabric.engine.r2dbc.sql.Session;
import io.fluxfabric.engine.state.PublicState;
import io.fluxfabric.engine.state.StateSql;
import io.fluxfabric.engine.state.Transition;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Puts an ended execution back on its lane, for a new attempt.
 *
 * <p>It is a new life under the same id: retries and losses are counted from zero, the epoch grows so that no old handle fits, and the
 * old attempts with their results stay as history. The time its policy gives it begins anew; a deadline of its own is kept while
 * it lies ahead, and dropped when it has passed, because otherwise the replay would end as it begins.
 */
final class ReplayExecution {

    private static final Chain REPLAY = Chain.of(Steps.moved("replayed", "replay_count integer"), """
            UPDATE ff_exec_core
               SET %s, %s, lease_epoch = lease_epoch + 1, replay_count = replay_count + 1, retry_count = 0,
                   lease_reclaim_count = 0, terminal_at_ms = NULL, failure_reason = NULL, failure_category = NULL,
                   cancellation_reason = NULL, cancelled_by = NULL, progress_pct = NULL, progress_message = NULL,
                   progress_at_ms = NULL, current_attempt_id = NULL,
                   deadline_at_ms = CASE WHEN CAST(:allowance AS bigint) IS NOT NULL THEN {NOW} + CAST(:allowance AS bigint)
                                         WHEN deadline_at_ms > {NOW} THEN deadline_at_ms END
              FROM %s WHERE %s AND replay_count < max_replay_count
            RETURNING %s, replay_count""".formatted(
                            StateSql.plain().assignments(Transition.REPLAY),
                            Steps.STAMP,
                            LockedRows.ROWS,
                            LockedRows.are(Transition.REPLAY),
                            Steps.RETURNING))
            .then(OperatorEvents.step("replayed", "replayed"))
            .then(Steps.countMoves("replayed"));

    private final Kit kit;

    ReplayExecution(Kit kit) {
        this.kit = kit;
    }

    Mono<Replayed> run(ExecutionId id, Order order) {
        return LockedExecution.with(kit, "operator.replay", id, (session, found) -> decide(session, found, order));
    }

    private static Mono<Replayed> decide(Session session, LockedExecution found, Order order) {
        String id = found.id().toString();
        if (!found.terminal()) {
            return Mono.error(StateException.executionNotTerminal(
                    id, found.state().publicState().literal()));
        }
        return found.replays() >= found.maxReplays()
                ? Mono.error(StateException.maxReplaysExhausted(id, found.replays(), found.maxReplays()))
                : apply(session, found, order);
    }

    private static Mono<Replayed> apply(Session session, LockedExecution found, Order order) {
        Map<String, ?> details = Map.of("outcome", found.state().outcome().literal(), "replays", found.replays() + 1);
        Binds binds = OperatorEvents.bind(Binds.rows("d", found.rows()), order, details)
                .and("allowance", allowance(found), Long.class);
        return session.chain(
                        REPLAY,
                        binds,
                        row -> new Replayed(
                                found.id(), PublicState.parse(row.text("public_state")), row.integer("replay_count")))
                .map(rows -> rows.get(0));
    }

    private static @Nullable Long allowance(LockedExecution found) {
        Optional<Duration> time = ExecutionPolicy.fromJson(found.policy()).executionDeadline();
        return time.map(Duration::toMillis).orElse(null);
    }
}
