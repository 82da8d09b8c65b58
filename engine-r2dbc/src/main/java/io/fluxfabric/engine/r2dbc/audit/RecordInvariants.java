package io.fluxfabric.engine.r2dbc.audit;

import java.util.List;

/** What holds between executions and the records beside them: tags, keys, grants, routes and counts. */
final class RecordInvariants {

    private static final String NO_EXECUTION = """
            NOT EXISTS (SELECT 1 FROM ff_exec_core e WHERE e.partition_key = x.partition_key
                           AND e.execution_id = x.execution_id""";

    static final List<Invariant> ALL = List.of(
            Invariant.of("attempt-has-execution", """
            SELECT x.partition_key, x.execution_id, 'attempt ' || x.attempt_index || ' of nothing' AS detail
              FROM ff_attempt x WHERE\s""" + NO_EXECUTION + ")"),
            Invariant.of("tag-has-execution", """
            SELECT x.partition_key, x.execution_id, 'tag ' || x.tag_key || ' of nothing in ' || x.namespace AS detail
              FROM ff_execution_tag x WHERE\s""" + NO_EXECUTION + " AND e.namespace = x.namespace)"),
            Invariant.of("instance-tag-copied", """
            SELECT e.partition_key, e.execution_id, 'instance_tag differs from the tag' AS detail
              FROM ff_exec_core e LEFT JOIN ff_execution_tag t ON t.partition_key = e.partition_key
                   AND t.execution_id = e.execution_id AND t.tag_key = 'cairn.instance_id'
             WHERE COALESCE(e.instance_tag, '') <> COALESCE(t.tag_value, '')"""),
            Invariant.of("key-names-own-namespace", """
            SELECT i.execution_partition_key AS partition_key, i.execution_id,
                   'a key of ' || i.namespace || ' names an execution of ' || e.namespace AS detail
              FROM ff_idempotency i JOIN ff_exec_core e ON e.partition_key = i.execution_partition_key
                   AND e.execution_id = i.execution_id
             WHERE e.namespace <> i.namespace"""),
            // The execution a key names is as old as the key's window, so a younger one with the same key is a second.
            // No index leads
            // from a key to executions: gathered first they get one for the query, else SQLite compares every key with
            // every execution.
            Invariant.of("key-names-one-execution", """
            WITH keyed AS MATERIALIZED (
                 SELECT namespace, idempotency_key, partition_key, execution_id, created_at_ms FROM ff_exec_core
                  WHERE idempotency_key IS NOT NULL)
            SELECT e.partition_key, e.execution_id, 'a second execution within the window of its key' AS detail
              FROM ff_idempotency i
              JOIN ff_exec_core first ON first.partition_key = i.execution_partition_key
                   AND first.execution_id = i.execution_id
              JOIN keyed e ON e.namespace = i.namespace AND e.idempotency_key = i.idempotency_key
             WHERE e.execution_id <> i.execution_id AND e.created_at_ms >= first.created_at_ms"""),
            Invariant.of("grant-has-execution", """
            SELECT x.partition_key, x.execution_id, 'a ' || x.kind || ' grant for nothing in ' || x.namespace AS detail
              FROM ff_claim_grant x WHERE\s""" + NO_EXECUTION + " AND e.namespace = x.namespace)"),
            // Otherwise it would be kept from everybody for nobody.
            Invariant.ofExecutions(
                    "grant-in-force-stored",
                    "'kept until ' || e.claim_grant_until_ms || ' for a grant that is not stored'",
                    """
                    e.claim_grant_until_ms > {NOW}
                       AND NOT EXISTS (SELECT 1 FROM ff_claim_grant g WHERE g.partition_key = e.partition_key
                                          AND g.execution_id = e.execution_id AND g.kind = 'claim'
                                          AND g.expires_at_ms = e.claim_grant_until_ms)"""),
            Invariant.of("route-fits-execution", """
            SELECT e.partition_key, e.execution_id, 'no route of lane ' || e.lane_id || ' has its route id' AS detail
              FROM ff_exec_core e
             WHERE NOT EXISTS (SELECT 1 FROM ff_route r WHERE r.route_id = e.route_id AND r.namespace = e.namespace
                                  AND r.lane_id = e.lane_id)"""),
            Invariant.of("lane-registered", """
            SELECT e.partition_key, e.execution_id, 'lane ' || e.lane_id || ' is not registered' AS detail
              FROM ff_exec_core e
             WHERE NOT EXISTS (SELECT 1 FROM ff_lane_registry l WHERE l.namespace = e.namespace AND l.lane_id = e.lane_id)"""),
            Invariant.of("counts-kept", """
            SELECT CAST(NULL AS integer) AS partition_key, CAST(NULL AS {UUID}) AS execution_id,
                   namespace || '/' || lane_id || ' has ' || sum(found) || ' ' || public_state || ', kept is ' || sum(kept)
                   AS detail
              FROM (SELECT namespace, lane_id, public_state, executions AS kept, 0 AS found FROM ff_lane_count
                     UNION ALL
                    SELECT namespace, lane_id, public_state, change, 0 FROM ff_lane_count_change
                     UNION ALL
                    SELECT namespace, lane_id, public_state, 0, 1 FROM ff_exec_core) AS counted
             GROUP BY namespace, lane_id, public_state HAVING sum(kept) <> sum(found)"""));

    private RecordInvariants() {}
}
