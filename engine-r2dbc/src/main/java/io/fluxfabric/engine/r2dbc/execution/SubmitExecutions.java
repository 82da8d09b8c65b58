package io.fluxfabric.engine.r2dbc.execution;

import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.execution.SubmitOutcome;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.IdempotencyKey;
import io.fluxfabric.engine.limits.Limit;
import io.fluxfabric.engine.limits.Limits;
import io.fluxfabric.engine.r2dbc.coalesce.Batch;
import io.fluxfabric.engine.r2dbc.execution.SubmitRows.Item;
import io.fluxfabric.engine.r2dbc.kit.Answer;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.kit.Moments;
import io.fluxfabric.engine.r2dbc.sql.Chain;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.state.PublicState;
import io.fluxfabric.engine.state.StateSql;
import io.fluxfabric.engine.state.StateVector;
import io.fluxfabric.engine.state.Transition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Stores executions, any number in one chain.
 *
 * <ol>
 *   <li>Register lanes and routes that are new.
 *   <li>Take the idempotency keys: a key is free when nobody has it or its window is over.
 *   <li>Insert the executions whose key was taken, or that have none, into lanes that accept work.
 *   <li>Tags and counts of what was inserted.
 * </ol>
 *
 * What was not inserted is looked up afterwards: a duplicate, another request's key, or a closed lane.
 */
final class SubmitExecutions implements Batch<Item, SubmitOutcome> {

    private static final String LANE_IS_OPEN = """
            NOT EXISTS (SELECT 1 FROM ff_lane_registry lane WHERE lane.namespace = :namespace AND lane.lane_id = %s
                           AND lane.state IN ('draining', 'disabled'))""";

    /** An id the caller chose may be another namespace's; a key that named it would hand that execution out as a duplicate. */
    private static final String ID_IS_NOT_ANOTHERS = """
            NOT EXISTS (SELECT 1 FROM ff_exec_core e WHERE e.partition_key = k_execution_partition
                           AND e.execution_id = k_execution AND e.namespace <> :namespace)""";

    /** The two ways to begin, as rows to join with: which one it is, the database's clock decides. */
    private static final String BEGINNINGS =
            "(SELECT 0 AS later, " + beginning(Transition.CREATE) + " UNION ALL SELECT 1, "
                    + StateSql.values(Transition.CREATE_DELAYED.apply(StateVector.SUBMITTED)) + ") AS v";

    private static final Chain SUBMIT = Chain.of("keys(k_execution uuid)", """
            INSERT INTO ff_idempotency (partition_key, namespace, idempotency_key, fingerprint, execution_partition_key,
                                        execution_id, expires_at_ms)
            SELECT k_partition, :namespace, k_key, k_fingerprint, k_execution_partition, k_execution, {NOW} + k_window_ms
              FROM %s WHERE %s AND %s
            ON CONFLICT (partition_key, namespace, idempotency_key) DO UPDATE
               SET fingerprint = excluded.fingerprint, execution_partition_key = excluded.execution_partition_key,
                   execution_id = excluded.execution_id, expires_at_ms = excluded.expires_at_ms
             WHERE ff_idempotency.expires_at_ms <= {NOW}
            RETURNING execution_id AS k_execution""".formatted(
                            SubmitRows.KEYS, LANE_IS_OPEN.formatted("k_lane"), ID_IS_NOT_ANOTHERS))
            .step(
                    "created(partition_key integer, execution_id uuid, namespace text, lane_id text, public_state text)",
                    """
            INSERT INTO ff_exec_core (partition_key, execution_id, namespace, lane_id, route_id, execution_kind,
                   creator_identity, idempotency_key, trace_parent, instance_tag, priority, payload, payload_encoding, policy,
                   attempt_timeout_ms, max_reclaim_count, max_replay_count, retention_ms, delay_until_ms, blocking_detail, deadline_at_ms,
                   created_at_ms, last_mutation_at_ms, last_transition_at_ms, %s)
            SELECT s_partition, s_execution, :namespace, s_lane, s_route, s_kind, s_creator, s_key, s_trace, s_instance_tag,
                   s_priority, s_payload, s_encoding, s_policy, s_attempt_timeout_ms, s_max_reclaims, s_max_replays,
                   s_retention_ms, CASE WHEN v.later = 1 THEN COALESCE(s_delay_until_ms, {NOW} + s_delay_ms) END,
                   CASE WHEN v.later = 1
                        THEN 'delayed until ' || CAST(COALESCE(s_delay_until_ms, {NOW} + s_delay_ms) AS text) END,
                   COALESCE(s_deadline_at_ms, {NOW} + s_deadline_ms), {NOW}, {NOW}, {NOW}, %s
              FROM %s JOIN %s
                ON v.later = CASE WHEN COALESCE(s_delay_until_ms, {NOW} + s_delay_ms) > {NOW} THEN 1 ELSE 0 END
             WHERE (s_key IS NULL OR s_execution IN (SELECT k_execution FROM {STEP keys})) AND %s
            ON CONFLICT (partition_key, execution_id) DO NOTHING
            RETURNING partition_key, execution_id, namespace, lane_id, public_state""".formatted(
                                    StateSql.plain().columns(),
                                    StateSql.of("v").columns(),
                                    SubmitRows.EXECUTIONS,
                                    BEGINNINGS,
                                    LANE_IS_OPEN.formatted("s_lane")))
            .then("""
            INSERT INTO ff_lane_registry (namespace, lane_id, registered_at_ms, registered_by)
            SELECT :namespace, l_lane, {NOW}, 'submit' FROM %s WHERE 1 = 1
            ON CONFLICT (namespace, lane_id) DO NOTHING""".formatted(SubmitRows.LANES))
            .then("""
            INSERT INTO ff_route (route_id, namespace, lane_id, capabilities)
            SELECT r_route, :namespace, r_lane, r_capabilities FROM %s WHERE 1 = 1
            ON CONFLICT (route_id) DO NOTHING""".formatted(SubmitRows.ROUTES))
            .then("""
            INSERT INTO ff_execution_capabilities (route_id, capability)
            SELECT c_route, c_capability FROM %s WHERE 1 = 1
            ON CONFLICT (route_id, capability) DO NOTHING""".formatted(SubmitRows.ROUTE_CAPABILITIES))
            .then("""
            INSERT INTO ff_execution_tag (partition_key, execution_id, namespace, tag_key, tag_value)
            SELECT t_partition, t_execution, :namespace, t_key, t_value FROM %s
             WHERE t_execution IN (SELECT execution_id FROM {STEP created})""".formatted(SubmitRows.TAGS))
            .then("""
            INSERT INTO ff_lane_count_change (namespace, lane_id, public_state, change)
            SELECT namespace, lane_id, public_state, count(*) FROM {STEP created}
             GROUP BY namespace, lane_id, public_state""");

    private final Kit kit;
    private final SubmitRows rows;
    private final FindDuplicates duplicates;

    SubmitExecutions(Kit kit) {
        this.kit = kit;
        this.rows = new SubmitRows(kit);
        this.duplicates = new FindDuplicates(kit, rows);
    }

    private static String beginning(Transition transition) {
        String[] columns = StateSql.plain().columns().split(", ", -1);
        String[] values =
                StateSql.values(transition.apply(StateVector.SUBMITTED)).split(", ", -1);
        List<String> named = new ArrayList<>();
        for (int index = 0; index < columns.length; index++) {
            named.add(values[index] + " AS " + columns[index]);
        }
        return String.join(", ", named);
    }

    Flux<SubmitOutcome> all(Publisher<Submit> submits) {
        int batch = Math.toIntExact(kit.limits().get(Limit.SUBMIT_BATCH));
        return Flux.from(submits)
                .map(this::item)
                .buffer(batch)
                // No more than the batch whose answers are read, and the one behind it.
                .concatMap(this::serve, 0)
                .concatMapIterable(answers -> answers, 1)
                .concatMap(Answer::asMono);
    }

    @Override
    public String operation() {
        return "execution.submit";
    }

    /** Two requests with one key are one execution, and so are two with one id. */
    @Override
    public Object identity(Item item) {
        return item.submit().idempotencyKey().<Object>map(key -> key).orElse(item.id());
    }

    /** A request that may be sent, with its id; throws what is wrong with it. */
    Item item(Submit submit) {
        check(submit);
        return Item.of(submit, submit.executionId().map(kit::checked).orElseGet(kit.mint()::soloExecution));
    }

    private void check(Submit submit) {
        Limits limits = kit.limits();
        limits.checkPayload(submit.payload().size());
        limits.checkTags(submit.tags().asMap());
        Moments.check(limits, "startAt", submit.startAt());
        Moments.check(limits, "deadline", submit.deadline());
    }

    /** An answer per item, in their order. A key or an id that stands twice in one batch is sent once. */
    @Override
    public Mono<List<Answer<SubmitOutcome>>> serve(List<Item> items) {
        List<Item> first = firstOfEach(items);
        return kit.tx()
                .chain(operation(), SUBMIT, rows.binds(first), SubmitExecutions::created)
                .map(created ->
                        created.stream().collect(Collectors.toMap(SubmitOutcome::executionId, outcome -> outcome)))
                .flatMap(created -> answers(items, created));
    }

    /** PostgreSQL refuses to insert what conflicts with another row of the same statement. */
    private static List<Item> firstOfEach(List<Item> items) {
        Set<ExecutionId> ids = new HashSet<>();
        Set<IdempotencyKey> keys = new HashSet<>();
        List<Item> first = new ArrayList<>();
        for (Item item : items) {
            boolean newId = ids.add(item.id());
            boolean newKey = item.submit().idempotencyKey().map(keys::add).orElse(true);
            if (newId && newKey) {
                first.add(item);
            }
        }
        return first;
    }

    private Mono<List<Answer<SubmitOutcome>>> answers(List<Item> items, Map<ExecutionId, SubmitOutcome> created) {
        Map<ExecutionId, SubmitOutcome> unclaimed = new HashMap<>(created);
        List<Answer<SubmitOutcome>> answers = new ArrayList<>();
        List<Item> open = new ArrayList<>();
        for (Item item : items) {
            SubmitOutcome mine = unclaimed.remove(item.id());
            answers.add(mine == null ? Answer.none() : Answer.of(mine));
            if (mine == null) {
                open.add(item);
            }
        }
        return open.isEmpty() ? Mono.just(answers) : duplicates.find(open).map(found -> Answer.fill(answers, found));
    }

    private static SubmitOutcome created(RowReader row) {
        return new SubmitOutcome.Created(
                ExecutionId.of(row.integer("partition_key"), row.uuid("execution_id")),
                PublicState.parse(row.text("public_state")));
    }
}
