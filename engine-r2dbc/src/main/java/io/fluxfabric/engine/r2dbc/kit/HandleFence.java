package io.fluxfabric.engine.r2dbc.kit;

import io.fluxfabric.engine.lease.Fence;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.r2dbc.sql.Rows;
import io.fluxfabric.engine.state.StateSql;
import io.fluxfabric.engine.state.Transition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The condition under which a handle may act: everything in it is compared with what is stored, and the lease lives by the
 * database's clock. Written once for all fenced verbs.
 */
public final class HandleFence {

    private static final String COLUMNS = """
            h_partition integer, h_execution uuid, h_lease uuid, h_epoch bigint, h_attempt uuid, h_index integer, h_kind text""";

    private HandleFence() {}

    /** The handles of a statement as a row set named {@code h}, with further columns of the verb's own. */
    public static String handles(String... more) {
        return "{ROWS h(" + COLUMNS + (more.length == 0 ? "" : ", " + String.join(", ", more)) + ")}";
    }

    /** The rows of a chain's step, each with the row of {@link #handles} that it was made for. */
    public static String joined(String step, String handles) {
        return "{STEP " + step + "} JOIN " + handles + " ON h_partition = partition_key AND h_execution = execution_id";
    }

    /**
     * The condition that a row of {@code ff_exec_core} is held by the handle {@code h} in a state the transition admits.
     *
     * <p>The row is found by its key. All the rest is one CASE, because a planner that multiplies the odds of so many equalities
     * expects no row at all, and then joins the rows of the chain with its input in a nested loop.
     */
    public static String holds(Transition transition) {
        return """
                partition_key = h_partition AND execution_id = h_execution
                   AND CASE WHEN namespace = :namespace AND lease_id = h_lease AND lease_epoch = h_epoch
                             AND current_attempt_id = h_attempt AND current_attempt_index = h_index
                             AND lease_kind = h_kind AND lease_expires_at_ms > {NOW}
                             AND %s THEN 1 ELSE 0 END > 0""".formatted(StateSql.plain().gate(transition));
    }

    /** One row of {@link #handles}: the handle's own columns and what the verb adds. */
    public static @Nullable Object[] row(Handle handle, @Nullable Object... more) {
        List<@Nullable Object> row = new ArrayList<>();
        Fence fence = handle.fence();
        row.add(fence.executionId().partition());
        row.add(fence.executionId().uuid());
        row.add(fence.leaseId().value());
        row.add(fence.epoch());
        row.add(fence.attemptId().value());
        row.add(fence.attemptIndex());
        row.add(handle.kind().literal());
        Collections.addAll(row, more);
        return row.toArray();
    }

    /** Handles alone. */
    public static Rows rows(List<Handle> handles) {
        return Rows.of(handles, HandleFence::row);
    }
}
