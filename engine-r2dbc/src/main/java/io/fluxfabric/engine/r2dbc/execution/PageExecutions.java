package io.fluxfabric.engine.r2dbc.execution;

import io.fluxfabric.engine.execution.ExecutionPage;
import io.fluxfabric.engine.execution.ExecutionSummary;
import io.fluxfabric.engine.execution.ListExecutions;
import io.fluxfabric.engine.execution.ListExecutions.TagFilter;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.ExecutionKind;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.id.Priority;
import io.fluxfabric.engine.id.TagKey;
import io.fluxfabric.engine.limits.Limit;
import io.fluxfabric.engine.r2dbc.kit.Cursors;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.kit.Moments;
import io.fluxfabric.engine.r2dbc.kit.Pages;
import io.fluxfabric.engine.r2dbc.kit.Pages.Page;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.r2dbc.sql.Rows;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import io.fluxfabric.engine.state.PublicState;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Lists executions in the order of their ids, which is that of their creation. Ids that callers made may share a UUID across
 * partitions, so the place in a listing is both.
 */
final class PageExecutions {

    private static final int PLACE_BYTES = 2 * Long.BYTES + Integer.BYTES;

    private static final String COLUMNS = """
            SELECT e.partition_key, e.execution_id, e.lane_id, e.execution_kind, e.priority, e.public_state,
                   e.total_attempt_count, e.created_at_ms, e.terminal_at_ms
            """;

    private static final String FILTERS = """
               AND (CAST(:lane AS text) IS NULL OR e.lane_id = CAST(:lane AS text))
               AND (CAST(:kind AS text) IS NULL OR e.execution_kind = CAST(:kind AS text))
               AND (:anyState = 1 OR e.public_state IN (SELECT s_state FROM {ROWS s(s_state text)}))
            """;

    private static final Sql ALL =
            Sql.of(COLUMNS + """
              FROM ff_exec_core e
             WHERE e.namespace = :namespace AND (e.execution_id, e.partition_key) > (:afterId, :afterPartition)
            """ + FILTERS + "ORDER BY e.execution_id, e.partition_key LIMIT :rows");

    /** By the index of tags, which has the same order. */
    private static final Sql TAGGED =
            Sql.of(COLUMNS + """
              FROM ff_execution_tag t JOIN ff_exec_core e ON e.partition_key = t.partition_key
                   AND e.execution_id = t.execution_id
             WHERE t.namespace = :namespace AND t.tag_key = :tagKey AND t.tag_value = :tagValue
               AND (t.execution_id, t.partition_key) > (:afterId, :afterPartition)
            """ + FILTERS + "ORDER BY t.execution_id, t.partition_key LIMIT :rows");

    private final Kit kit;

    PageExecutions(Kit kit) {
        this.kit = kit;
    }

    Flux<ExecutionSummary> all(ListExecutions which) {
        return Flux.defer(() -> {
            check(which);
            return Pages.from(start(which), place -> read(which, place));
        });
    }

    Mono<ExecutionPage> one(ListExecutions which) {
        return Mono.defer(() -> {
            check(which);
            return read(which, start(which))
                    .map(page -> new ExecutionPage(
                            page.rows(), page.next().map(place -> cursors(which).write(place.toBytes()))));
        });
    }

    private void check(ListExecutions which) {
        kit.limits().checkBatch("pageSize", Limit.EXECUTIONS_PAGE, which.pageSize());
        which.tag().ifPresent(tag -> kit.limits().checkTagValue(tag.key().value(), tag.value()));
    }

    private Place start(ListExecutions which) {
        return which.after()
                .map(cursor -> Place.of(cursors(which).read(cursor, PLACE_BYTES)))
                .orElse(Place.FIRST);
    }

    /** A cursor belongs to the namespace and the filters, but not to the size of a page. */
    private Cursors cursors(ListExecutions which) {
        TreeSet<PublicState> states = new TreeSet<>(which.states());
        return Cursors.of(String.join(
                "\n",
                "executions",
                kit.namespace().value(),
                which.lane().map(LaneId::value).orElse(""),
                which.kind().map(ExecutionKind::value).orElse(""),
                states.toString(),
                which.tag().map(TagFilter::key).map(TagKey::value).orElse(""),
                // The last, because it alone may contain a line feed.
                which.tag().map(TagFilter::value).orElse("")));
    }

    private Mono<Page<ExecutionSummary, Place>> read(ListExecutions which, Place after) {
        Sql sql = which.tag().isPresent() ? TAGGED : ALL;
        return kit.tx()
                .read("execution.list", session -> session.list(sql, binds(which, after), PageExecutions::summary))
                .map(rows -> Page.of(rows, which.pageSize(), Place::of));
    }

    private Binds binds(ListExecutions which, Place after) {
        Binds binds = kit.binds()
                .and("afterId", after.id())
                .and("afterPartition", after.partition())
                .and("lane", which.lane().map(LaneId::value).orElse(null), String.class)
                .and("kind", which.kind().map(ExecutionKind::value).orElse(null), String.class)
                .and("anyState", which.states().isEmpty() ? 1 : 0)
                .andRows("s", Rows.of(List.copyOf(which.states()), state -> Rows.row(state.literal())))
                .and("rows", which.pageSize() + 1);
        Optional<TagFilter> tag = which.tag();
        tag.ifPresent(wanted -> binds.and("tagKey", wanted.key().value()).and("tagValue", wanted.value()));
        return binds;
    }

    private static ExecutionSummary summary(RowReader row) {
        return new ExecutionSummary(
                ExecutionId.of(row.integer("partition_key"), row.uuid("execution_id")),
                LaneId.of(row.text("lane_id")),
                ExecutionKind.of(row.text("execution_kind")),
                Priority.of(row.integer("priority")),
                PublicState.parse(row.text(PublicState.COLUMN)),
                row.integer("total_attempt_count"),
                Instant.ofEpochMilli(row.number("created_at_ms")),
                Moments.instant(row.numberOrNull("terminal_at_ms")));
    }

    /** Behind which execution a page begins. */
    private record Place(UUID id, int partition) {

        static final Place FIRST = new Place(new UUID(0, 0), -1);

        static Place of(ExecutionSummary last) {
            return new Place(last.id().uuid(), last.id().partition());
        }

        static Place of(ByteBuffer bytes) {
            return new Place(new UUID(bytes.getLong(), bytes.getLong()), bytes.getInt());
        }

        byte[] toBytes() {
            return ByteBuffer.allocate(PLACE_BYTES)
                    .putLong(id.getMostSignificantBits())
                    .putLong(id.getLeastSignificantBits())
                    .putInt(partition)
                    .array();
        }
    }
}
