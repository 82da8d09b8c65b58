package io.fluxfabric.engine.r2dbc.execution;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fluxfabric.engine.execution.Moment;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.IdempotencyKey;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.kit.Moments;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Rows;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Turns requests into the row sets of the submit statement. */
final class SubmitRows {

    /** A request with the id its execution will have; made before the transaction, which may run twice. */
    record Item(Submit submit, ExecutionId id, @Nullable String fingerprint) {

        static Item of(Submit submit, ExecutionId id) {
            return new Item(
                    submit,
                    id,
                    submit.idempotencyKey().map(key -> Fingerprint.of(submit)).orElse(null));
        }
    }

    static final String EXECUTIONS = """
            {ROWS s(s_partition integer, s_execution uuid, s_lane text, s_route uuid, s_kind text, s_creator text, \
            s_key text, s_trace text, s_instance_tag text, s_priority integer, s_payload bytes, s_encoding text, \
            s_policy text, s_attempt_timeout_ms bigint, s_max_reclaims integer, s_max_replays integer, \
            s_retention_ms bigint, s_delay_ms bigint, s_delay_until_ms bigint, s_deadline_ms bigint, \
            s_deadline_at_ms bigint)}""";

    static final String KEYS = """
            {ROWS k(k_partition integer, k_key text, k_fingerprint text, k_execution_partition integer, \
            k_execution uuid, k_lane text, k_window_ms bigint)}""";

    static final String LANES = "{ROWS l(l_lane text)}";
    static final String ROUTES = "{ROWS r(r_route uuid, r_lane text, r_capabilities text)}";
    static final String ROUTE_CAPABILITIES = "{ROWS c(c_route uuid, c_capability text)}";
    static final String TAGS = "{ROWS t(t_partition integer, t_execution uuid, t_key text, t_value text)}";

    /** The tag whose value events carry. */
    static final String INSTANCE_TAG = "cairn.instance_id";

    private final Kit kit;

    SubmitRows(Kit kit) {
        this.kit = kit;
    }

    /** Sorted by id, so that two statements that meet lock their rows in one order. */
    Binds binds(List<Item> items) {
        List<Item> sorted =
                items.stream().sorted(Comparator.comparing(Item::id)).toList();
        return kit.binds()
                .andRows("s", Rows.of(sorted, this::execution))
                .andRows("k", Rows.of(keyed(sorted), this::key))
                .andRows("l", lanes(sorted))
                .andRows("r", routes(sorted))
                .andRows("c", routeCapabilities(sorted))
                .andRows("t", tags(sorted));
    }

    int keyPartition(IdempotencyKey key) {
        UUID spread = UUID.nameUUIDFromBytes((kit.namespace().value() + "\n" + key.value()).getBytes(UTF_8));
        return kit.partitions().partitionOf(spread);
    }

    static List<Item> keyed(List<Item> items) {
        return items.stream()
                .filter(item -> item.submit().idempotencyKey().isPresent())
                .sorted(Comparator.comparing(
                        item -> item.submit().idempotencyKey().orElseThrow()))
                .toList();
    }

    private @Nullable Object[] execution(Item item) {
        Submit submit = item.submit();
        return Rows.row(
                item.id().partition(),
                item.id().uuid(),
                submit.lane().value(),
                route(submit),
                submit.kind().value(),
                submit.creator().orElse(null),
                submit.idempotencyKey().map(IdempotencyKey::value).orElse(null),
                submit.traceParent().orElse(null),
                submit.tags().get(INSTANCE_TAG).orElse(null),
                submit.priority().value(),
                submit.payload().isNone() ? null : submit.payload().toBytes(),
                submit.payload().isNone() ? null : submit.payload().encoding(),
                submit.policy().toJson(),
                millis(submit.policy().attemptTimeout()),
                submit.policy().maxReclaims(),
                submit.policy().maxReplays(),
                millis(submit.policy().retention()),
                Moments.after(submit.startAt()),
                Moments.at(submit.startAt()),
                Moments.after(deadline(submit)),
                Moments.at(deadline(submit)));
    }

    private @Nullable Object[] key(Item item) {
        IdempotencyKey key = item.submit().idempotencyKey().orElseThrow();
        return Rows.row(
                keyPartition(key),
                key.value(),
                item.fingerprint(),
                item.id().partition(),
                item.id().uuid(),
                item.submit().lane().value(),
                item.submit().policy().dedupWindow().toMillis());
    }

    private UUID route(Submit submit) {
        return Routes.id(kit.namespace(), submit.lane(), submit.required());
    }

    private static Rows lanes(List<Item> items) {
        TreeSet<String> lanes = new TreeSet<>();
        items.forEach(item -> lanes.add(item.submit().lane().value()));
        return Rows.of(lanes, Rows::row);
    }

    private Rows routes(List<Item> items) {
        return Rows.of(
                distinctRoutes(items).entrySet(),
                route -> Rows.row(
                        route.getKey(),
                        route.getValue().lane().value(),
                        route.getValue().required().csv()));
    }

    private Rows routeCapabilities(List<Item> items) {
        Rows rows = new Rows();
        distinctRoutes(items)
                .forEach((route, submit) -> submit.required().tokens().forEach(token -> rows.add(route, token)));
        return rows;
    }

    private Map<UUID, Submit> distinctRoutes(List<Item> items) {
        Map<UUID, Submit> routes = new LinkedHashMap<>();
        items.forEach(item -> routes.putIfAbsent(route(item.submit()), item.submit()));
        return routes;
    }

    private static Rows tags(List<Item> items) {
        Rows rows = new Rows();
        items.forEach(item -> item.submit()
                .tags()
                .asMap()
                .forEach((key, value) ->
                        rows.add(item.id().partition(), item.id().uuid(), key, value)));
        return rows;
    }

    /** A deadline given with the request wins over that of the policy. */
    private static Optional<Moment> deadline(Submit submit) {
        return submit.deadline().or(() -> submit.policy().executionDeadline().map(Moment::after));
    }

    private static @Nullable Long millis(Optional<Duration> duration) {
        return duration.map(Duration::toMillis).orElse(null);
    }
}
