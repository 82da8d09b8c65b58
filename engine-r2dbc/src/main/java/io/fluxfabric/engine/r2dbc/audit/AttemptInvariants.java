package io.fluxfabric.engine.r2dbc.audit;

import io.fluxfabric.engine.state.AttemptLifecycle;
import io.fluxfabric.engine.state.AttemptState;
import io.fluxfabric.engine.state.Literal;
import io.fluxfabric.engine.state.OwnershipState;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What holds between an execution and its attempts. */
final class AttemptInvariants {

    private static final String OPEN = Stream.of(AttemptLifecycle.values())
            .filter(lifecycle -> !lifecycle.isTerminal())
            .map(AttemptInvariants::quoted)
            .collect(Collectors.joining(", ", "a.lifecycle IN (", ")"));

    private static final String GOES_ON = Stream.of(AttemptState.RUNNING_ATTEMPT, AttemptState.ATTEMPT_INTERRUPTED)
            .map(AttemptInvariants::quoted)
            .collect(Collectors.joining(", ", "e.attempt_state IN (", ")"));

    private static final String WITH_ATTEMPTS = """
              FROM ff_exec_core e LEFT JOIN ff_attempt a ON a.partition_key = e.partition_key
                   AND a.execution_id = e.execution_id
            """;

    private static final String CURRENT = """
              FROM ff_exec_core e LEFT JOIN ff_attempt a ON a.partition_key = e.partition_key
                   AND a.execution_id = e.execution_id AND a.attempt_index = e.current_attempt_index
            """;

    static final List<Invariant> ALL = List.of(
            Invariant.of("attempts-dense", """
            SELECT e.partition_key, e.execution_id,
                   count(a.attempt_index) || ' attempts up to index ' || COALESCE(CAST(max(a.attempt_index) AS text), 'none')
                   || ', counted ' || e.total_attempt_count AS detail
            """ + WITH_ATTEMPTS + """
             GROUP BY e.partition_key, e.execution_id, e.total_attempt_count
            HAVING count(a.attempt_index) <> e.total_attempt_count
                OR COALESCE(max(a.attempt_index), -1) <> e.total_attempt_count - 1 OR min(a.attempt_index) < 0"""),
            Invariant.of("current-attempt-is-last", """
            SELECT e.partition_key, e.execution_id,
                   'current index ' || COALESCE(CAST(e.current_attempt_index AS text), 'NULL') || ' of '
                   || e.total_attempt_count AS detail
              FROM ff_exec_core e
             WHERE e.current_attempt_index <> e.total_attempt_count - 1
                OR (e.current_attempt_id IS NOT NULL AND e.current_attempt_index IS NULL)"""),
            Invariant.of("current-attempt-is-stored", """
            SELECT e.partition_key, e.execution_id,
                   'attempt ' || e.current_attempt_index || ' has another id than the execution says' AS detail
            """ + CURRENT + """
             WHERE e.current_attempt_id IS NOT NULL AND a.attempt_id <> e.current_attempt_id"""),
            Invariant.of("open-attempts-fit-state", """
            SELECT e.partition_key, e.execution_id,
                   sum(CASE WHEN %1$s THEN 1 ELSE 0 END) || ' open attempts in state ' || e.attempt_state AS detail
            %3$s GROUP BY e.partition_key, e.execution_id, e.attempt_state
            HAVING sum(CASE WHEN %1$s THEN 1 ELSE 0 END) <> CASE WHEN %2$s THEN 1 ELSE 0 END""".formatted(OPEN, GOES_ON, WITH_ATTEMPTS)),
            Invariant.of("lease-copied-to-attempt", """
            SELECT e.partition_key, e.execution_id, 'the running attempt was made under another lease' AS detail
            %1$s WHERE e.ownership_state = %2$s
               AND (a.lease_id <> e.lease_id OR a.lease_epoch <> e.lease_epoch OR a.lease_kind <> e.lease_kind
                    OR a.worker_instance_id <> e.lease_worker_instance_id OR a.worker_id <> e.lease_worker_id)""".formatted(CURRENT, quoted(OwnershipState.LEASED))),
            Invariant.of("epoch-not-behind", """
            SELECT e.partition_key, e.execution_id,
                   'epoch ' || e.lease_epoch || ', but attempt ' || a.attempt_index || ' had ' || a.lease_epoch AS detail
            """ + WITH_ATTEMPTS + " WHERE a.lease_epoch > e.lease_epoch"),
            Invariant.of("epoch-unique", """
            SELECT a.partition_key, a.execution_id,
                   count(*) || ' attempts with epoch ' || a.lease_epoch AS detail
              FROM ff_attempt a GROUP BY a.partition_key, a.execution_id, a.lease_epoch HAVING count(*) > 1"""));

    private AttemptInvariants() {}

    private static String quoted(Literal value) {
        return "'" + value.literal() + "'";
    }
}
