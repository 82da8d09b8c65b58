package io.fluxfabric.engine.r2dbc.execution;

import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import io.fluxfabric.engine.state.PublicState;
import java.util.Optional;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** One fact about an execution: its state, what it was submitted with, what it returned. */
final class ReadExecution {

    private static final String OF_ONE =
            " WHERE e.partition_key = :partition AND e.execution_id = :execution AND e.namespace = :namespace";

    private static final Sql STATE = Sql.of("SELECT e.public_state FROM ff_exec_core e" + OF_ONE);

    private static final Sql PAYLOAD = Sql.of("SELECT e.payload, e.payload_encoding FROM ff_exec_core e" + OF_ONE);

    /** The current attempt is the last one, so after a replay its result stands, and an earlier one does not show. */
    private static final Sql RESULT = Sql.of("""
            SELECT e.public_state, a.result, a.result_encoding
              FROM ff_exec_core e JOIN ff_attempt a ON a.partition_key = e.partition_key
                   AND a.execution_id = e.execution_id AND a.attempt_index = e.current_attempt_index""" + OF_ONE);

    private final Kit kit;

    ReadExecution(Kit kit) {
        this.kit = kit;
    }

    Mono<PublicState> state(ExecutionId id) {
        return one("execution.state", STATE, id, row -> PublicState.parse(row.text(PublicState.COLUMN)));
    }

    Mono<Payload> payload(ExecutionId id) {
        return one("execution.payload", PAYLOAD, id, row -> payload(row, "payload", "payload_encoding"));
    }

    Mono<Payload> result(ExecutionId id) {
        return one("execution.result", RESULT, id, ReadExecution::resultIfCompleted)
                .flatMap(Mono::justOrEmpty);
    }

    private static Optional<Payload> resultIfCompleted(RowReader row) {
        return PublicState.parse(row.text(PublicState.COLUMN)) == PublicState.COMPLETED
                ? Optional.of(payload(row, "result", "result_encoding"))
                : Optional.empty();
    }

    static Payload payload(RowReader row, String content, String encoding) {
        byte[] bytes = row.bytesOrNull(content);
        return bytes == null ? Payload.none() : Payload.bytes(bytes, row.text(encoding));
    }

    private <T> Mono<T> one(String operation, Sql sql, ExecutionId id, Function<RowReader, T> mapper) {
        return Mono.defer(() -> kit.tx().read(operation, session -> session.one(sql, kit.binds(id), mapper)));
    }
}
