package io.fluxfabric.engine.r2dbc.kit;

import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.r2dbc.sql.Rows;
import io.fluxfabric.engine.state.StateSql;
import io.fluxfabric.engine.state.Transition;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Executions that are moved without the word of their holder. Their rows are locked by an earlier statement of the same transaction,
 * for two reasons: what was decided about them is still so when it is written, and the chain that writes it sees the attempt of a
 * claim that came just before, which a single statement that had to wait for that claim would not.
 */
public final class LockedRows {

    /** The locked executions of a statement, named {@code d}: whether each was leased, and a time if its move needs one. */
    public static final String ROWS = "{ROWS d(d_partition integer, d_execution uuid, d_leased integer, d_at bigint)}";

    /** What a lease that is taken away sets: its epoch fences the holder at once. */
    public static final String FENCED = "lease_epoch = lease_epoch + d_leased";

    /** What every end from outside sets besides the state. */
    public static final String ENDED = Steps.STAMP + ", " + Steps.LEASE_ENDED + ", " + FENCED + """
            , terminal_at_ms = {NOW}, delay_until_ms = NULL, blocking_detail = NULL, claim_grant_until_ms = NULL,
            attempt_timeout_left_ms = NULL""";

    private LockedRows() {}

    /**
     * The condition that a row of {@code ff_exec_core} is one of them, in a state the transition admits. The state is one CASE, for the
     * reason given at {@link HandleFence#holds}.
     */
    public static String are(Transition transition) {
        return "partition_key = d_partition AND execution_id = d_execution AND CASE WHEN "
                + StateSql.plain().gate(transition) + " THEN 1 ELSE 0 END > 0";
    }

    public static Rows one(ExecutionId id, boolean leased) {
        return new Rows().add(row(id, leased, OptionalLong.empty()));
    }

    /** One row of {@link #ROWS}. */
    public static @Nullable Object[] row(ExecutionId id, boolean leased, OptionalLong atMs) {
        return Rows.row(id.partition(), id.uuid(), leased ? 1 : 0, atMs.isPresent() ? (Long) atMs.getAsLong() : null);
    }

    /** Writes a lease event for each that was leased; the arguments are those of {@link Steps#leaseEvents}. */
    public static String leaseEvents(String step, String type, String reason) {
        return Steps.leaseEvents(step, type, reason) + " JOIN " + ROWS
                + " ON d_partition = partition_key AND d_execution = execution_id WHERE d_leased = 1";
    }

    /**
     * Changes the attempt of each that has one which is not over yet.
     *
     * @param assignments for {@code SET}; {@code e_at} is the time of the move, {@code e_given} the time that came with the row
     */
    public static String attempts(String step, String assignments) {
        return """
                UPDATE ff_attempt SET %2$s
                  FROM (SELECT partition_key AS e_partition, execution_id AS e_execution, current_attempt_index AS e_index,
                               at_ms AS e_at, d_at AS e_given
                          FROM {STEP %1$s} JOIN %3$s ON d_partition = partition_key AND d_execution = execution_id) AS e
                 WHERE partition_key = e_partition AND execution_id = e_execution AND attempt_index = e_index
                   AND ended_at_ms IS NULL""".formatted(step, assignments, ROWS);
    }
}
