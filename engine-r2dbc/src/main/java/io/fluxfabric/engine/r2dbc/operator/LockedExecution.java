package io.fluxfabric.engine.r2dbc.operator;

import io.fluxfabric.engine.error.ContentionException;
import io.fluxfabric.engine.error.EngineException;
import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.ExecutionNotActiveException;
import io.fluxfabric.engine.error.NotFoundException;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.Priority;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.kit.LockedRows;
import io.fluxfabric.engine.r2dbc.kit.StoredState;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.r2dbc.sql.Rows;
import io.fluxfabric.engine.r2dbc.sql.Session;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import io.fluxfabric.engine.state.LifecyclePhase;
import io.fluxfabric.engine.state.OwnershipState;
import io.fluxfabric.engine.state.StateSql;
import io.fluxfabric.engine.state.StateVector;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BiFunction;
import reactor.core.publisher.Mono;

/**
 * An execution as an operator finds it, and its row locked until the operator is done with it.
 *
 * @param blockingDetail what stands beside the blocking reason, or an empty text
 * @param holder who holds it or last held it
 */
record LockedExecution(
        ExecutionId id,
        StateVector state,
        String blockingDetail,
        Priority priority,
        String policy,
        int replays,
        int maxReplays,
        long epoch,
        Optional<String> holder,
        Optional<String> attemptId,
        Optional<Instant> terminalAt) {

    private static final Sql LOCK = Sql.of("""
            SELECT %s, blocking_detail, priority, policy, replay_count, max_replay_count, lease_epoch,
                   lease_worker_instance_id, current_attempt_id, terminal_at_ms
              FROM ff_exec_core
             WHERE partition_key = :partition AND execution_id = :execution AND namespace = :namespace
            {FOR_UPDATE}""".formatted(StateSql.plain().columns()));

    /** Runs an act on a locked execution, in one transaction. */
    static <T> Mono<T> with(
            Kit kit, String operation, ExecutionId id, BiFunction<Session, LockedExecution, Mono<T>> act) {
        return Mono.defer(() -> {
            Binds binds = kit.binds(id);
            return kit.tx()
                    .write(
                            operation,
                            session -> session.one(LOCK, binds, row -> of(id, row))
                                    .switchIfEmpty(Mono.error(() -> NotFoundException.execution(id.toString())))
                                    .flatMap(found -> act.apply(session, found)));
        });
    }

    private static LockedExecution of(ExecutionId id, RowReader row) {
        return new LockedExecution(
                id,
                StoredState.of(row).vector(),
                Optional.ofNullable(row.textOrNull("blocking_detail")).orElse(""),
                Priority.of(row.integer("priority")),
                row.text("policy"),
                row.integer("replay_count"),
                row.integer("max_replay_count"),
                row.number("lease_epoch"),
                Optional.ofNullable(row.textOrNull("lease_worker_instance_id")),
                Optional.ofNullable(row.uuidOrNull("current_attempt_id")).map(Object::toString),
                Optional.ofNullable(row.numberOrNull("terminal_at_ms")).map(Instant::ofEpochMilli));
    }

    boolean terminal() {
        return state.phase() == LifecyclePhase.TERMINAL;
    }

    boolean leased() {
        return state.ownership() == OwnershipState.LEASED;
    }

    /** This execution as {@link LockedRows#ROWS}. */
    Rows rows() {
        return LockedRows.one(id, leased());
    }

    /** It has ended; says how. */
    EngineException notActive() {
        return new ExecutionNotActiveException(
                id.toString(), state.phase().literal(), state.outcome().literal(), epoch, attemptId.orElse(null));
    }

    /** It is not in a state for what was asked; says in which one it is. */
    EngineException notEligible(String problem) {
        return ContentionException.of(
                ErrorCode.EXECUTION_NOT_ELIGIBLE,
                id.toString(),
                "is %s (%s, %s) and %s"
                        .formatted(
                                state.publicState().literal(),
                                state.eligibility().literal(),
                                state.blocking().literal(),
                                problem));
    }
}
