package io.fluxfabric.engine.r2dbc.audit;

import io.fluxfabric.engine.state.LifecyclePhase;
import java.util.List;
import java.util.stream.Stream;

/** What holds between executions and what was told about them. */
final class EventInvariants {

    private static final String TERMINAL = "e.lifecycle_phase = '" + LifecyclePhase.TERMINAL.literal() + "'";

    private static final String COMPLETIONS = """
              FROM ff_exec_core e LEFT JOIN ff_completion_event c ON c.partition_key = e.partition_key
                   AND c.execution_id = e.execution_id
            """;

    /** Old events are forgotten, so of an execution that is as old as those there may be fewer than there were. */
    private static final Invariant ONE_COMPLETION_PER_END =
            Invariant.of("one-completion-per-end", """
            SELECT e.partition_key, e.execution_id,
                   count(c.event_id) || ' completions of a ' || e.lifecycle_phase || ' execution with ' || e.replay_count
                   || ' replays' AS detail
            %1$s GROUP BY e.partition_key, e.execution_id, e.lifecycle_phase, e.replay_count, e.created_at_ms
            HAVING count(c.event_id) > e.replay_count + CASE WHEN %2$s THEN 1 ELSE 0 END
                OR (count(c.event_id) < e.replay_count + CASE WHEN %2$s THEN 1 ELSE 0 END
                    AND NOT EXISTS (SELECT 1 FROM ff_event_horizon h WHERE h.stream = 'ff_completion_event'
                                       AND h.pruned_until_ms >= e.created_at_ms))""".formatted(COMPLETIONS, TERMINAL));

    private static final Invariant COMPLETION_TELLS_OUTCOME =
            Invariant.of("completion-tells-outcome", """
            SELECT e.partition_key, e.execution_id, 'ended as ' || e.terminal_outcome || ', told was '
                   || min(c.outcome) AS detail
            %s WHERE %s
             GROUP BY e.partition_key, e.execution_id, e.terminal_outcome
            HAVING count(c.event_id) > 0 AND sum(CASE WHEN c.outcome = e.terminal_outcome THEN 1 ELSE 0 END) = 0""".formatted(COMPLETIONS, TERMINAL));

    /** The history of leases; attempts only remember their last one. */
    private static final Invariant ONE_HOLDER_PER_EPOCH = Invariant.of("one-holder-per-epoch", """
            SELECT l.partition_key, l.execution_id, count(*) || ' leases began under epoch ' || l.lease_epoch AS detail
              FROM ff_lease_event l WHERE l.event_type IN ('acquired', 'reclaimed')
             GROUP BY l.partition_key, l.execution_id, l.lease_epoch HAVING count(*) > 1""");

    static final List<Invariant> ALL = Stream.concat(
                    Stream.of(ONE_COMPLETION_PER_END, COMPLETION_TELLS_OUTCOME, ONE_HOLDER_PER_EPOCH),
                    Stream.of("completion", "lease", "operator").map(EventInvariants::eventInOwnNamespace))
            .toList();

    private EventInvariants() {}

    /** An execution may be forgotten before its events are, so one that is not there says nothing. */
    private static Invariant eventInOwnNamespace(String stream) {
        return Invariant.of(stream + "-event-in-own-namespace", """
                SELECT v.partition_key, v.execution_id, 'event ' || v.event_id || ' is told in ' || v.namespace AS detail
                  FROM ff_%s_event v JOIN ff_exec_core e ON e.partition_key = v.partition_key
                       AND e.execution_id = v.execution_id
                 WHERE e.namespace <> v.namespace""".formatted(stream));
    }
}
