package io.fluxfabric.engine.r2dbc.execution;

import io.fluxfabric.engine.error.ConflictException;
import io.fluxfabric.engine.error.EngineException;
import io.fluxfabric.engine.error.StateException;
import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.execution.SubmitOutcome;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.IdempotencyKey;
import io.fluxfabric.engine.r2dbc.execution.SubmitRows.Item;
import io.fluxfabric.engine.r2dbc.kit.Answer;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.r2dbc.sql.Rows;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Finds out why a request was not stored: the same was there, its key is another's, or its lane takes nothing. */
final class FindDuplicates {

    private static final Sql LOOK_UP = Sql.of("""
            SELECT d.ord, i.execution_partition_key AS key_partition, i.execution_id AS key_execution, i.fingerprint,
                   e.namespace AS id_namespace, lane.state AS lane_state,
                   CASE WHEN i.expires_at_ms <= {NOW} AND lane.state IN ('draining', 'disabled') THEN 1 ELSE 0 END AS lapsed
              FROM {ROWS d(d_partition integer, d_execution uuid, d_key_partition integer, d_key text, d_lane text)}
              LEFT JOIN ff_idempotency i ON i.partition_key = d_key_partition AND i.namespace = :namespace
                    AND i.idempotency_key = d_key
              LEFT JOIN ff_exec_core e ON e.partition_key = d_partition AND e.execution_id = d_execution
              LEFT JOIN ff_lane_registry lane ON lane.namespace = :namespace AND lane.lane_id = d_lane
             ORDER BY d.ord""");

    private final Kit kit;
    private final SubmitRows rows;

    FindDuplicates(Kit kit, SubmitRows rows) {
        this.kit = kit;
        this.rows = rows;
    }

    Mono<List<Answer<SubmitOutcome>>> find(List<Item> items) {
        Rows wanted = Rows.of(items, this::row);
        // On a writer, because the row that was in the way may be newer than what a reader sees.
        return kit.tx()
                .single(
                        "execution.submit.duplicates",
                        session -> session.list(LOOK_UP, kit.binds().andRows("d", wanted), Found::of))
                .map(found -> answers(items, found));
    }

    private @Nullable Object[] row(Item item) {
        IdempotencyKey key = item.submit().idempotencyKey().orElse(null);
        return Rows.row(
                item.id().partition(),
                item.id().uuid(),
                key == null ? null : rows.keyPartition(key),
                key == null ? null : key.value(),
                item.submit().lane().value());
    }

    private List<Answer<SubmitOutcome>> answers(List<Item> items, List<Found> found) {
        Map<Integer, Found> byOrd = found.stream().collect(Collectors.toMap(Found::ord, one -> one));
        List<Answer<SubmitOutcome>> answers = new ArrayList<>();
        for (int index = 0; index < items.size(); index++) {
            answers.add(answer(items.get(index), Objects.requireNonNull(byOrd.get(index + 1))));
        }
        return answers;
    }

    private Answer<SubmitOutcome> answer(Item item, Found found) {
        // A key whose window is over names nothing any more; on an open lane it would have been taken, so there it is a
        // race.
        ExecutionId holder = found.lapsed() ? null : found.keyHolder();
        if (holder != null) {
            return Objects.equals(found.fingerprint(), item.fingerprint())
                    ? Answer.of(new SubmitOutcome.Duplicate(holder))
                    : Answer.failed(ConflictException.idempotencyMismatch(
                            kit.namespace().value(), holder.toString()));
        }
        if (kit.namespace().value().equals(found.idNamespace())) {
            return Answer.of(new SubmitOutcome.Duplicate(item.id()));
        }
        return Answer.failed(refusal(item, found));
    }

    private static EngineException refusal(Item item, Found found) {
        return found.idNamespace() != null
                ? ValidationException.invalidInput("executionId", "is not available")
                : StateException.laneNotAccepting(item.submit().lane().value(), String.valueOf(found.laneState()));
    }

    private record Found(
            int ord,
            @Nullable ExecutionId keyHolder,
            @Nullable String fingerprint,
            @Nullable String idNamespace,
            @Nullable String laneState,
            boolean lapsed) {

        static Found of(RowReader row) {
            Integer partition = row.integerOrNull("key_partition");
            return new Found(
                    row.integer("ord"),
                    partition == null ? null : ExecutionId.of(partition, row.uuid("key_execution")),
                    row.textOrNull("fingerprint"),
                    row.textOrNull("id_namespace"),
                    row.textOrNull("lane_state"),
                    row.number("lapsed") == 1);
        }
    }
}
