package io.fluxfabric.engine.r2dbc.reconcile;

import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.state.OwnershipState;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * An execution for which something may be due, with its row locked.
 *
 * @param nowMs the database's time when it was locked
 * @param checkAtMs when it was to be looked at for its lease
 */
record Overdue(
        ExecutionId id,
        OwnershipState ownership,
        String policy,
        int retries,
        int reclaims,
        int maxReclaims,
        OptionalLong deadlineMs,
        OptionalLong timeoutMs,
        OptionalLong leaseExpiresMs,
        OptionalLong checkAtMs,
        long nowMs) {

    /** What has to be read of an execution to judge it. */
    static final String COLUMNS = """
            partition_key, execution_id, ownership_state, policy, retry_count, lease_reclaim_count, max_reclaim_count,
            deadline_at_ms, attempt_timeout_at_ms, lease_expires_at_ms, lease_check_at_ms, {NOW} AS now_ms""";

    static Overdue of(RowReader row) {
        return new Overdue(
                ExecutionId.of(row.integer("partition_key"), row.uuid("execution_id")),
                OwnershipState.parse(row.text("ownership_state")),
                row.text("policy"),
                row.integer("retry_count"),
                row.integer("lease_reclaim_count"),
                row.integer("max_reclaim_count"),
                optional(row.numberOrNull("deadline_at_ms")),
                optional(row.numberOrNull("attempt_timeout_at_ms")),
                optional(row.numberOrNull("lease_expires_at_ms")),
                optional(row.numberOrNull("lease_check_at_ms")),
                row.number("now_ms"));
    }

    private static OptionalLong optional(@Nullable Long millis) {
        return millis == null ? OptionalLong.empty() : OptionalLong.of(millis);
    }

    boolean leased() {
        return ownership == OwnershipState.LEASED;
    }

    boolean pastDeadline() {
        return due(deadlineMs);
    }

    boolean timedOut() {
        return leased() && due(timeoutMs);
    }

    /** At its very end a lease is over. */
    boolean lapsed() {
        return leased() && due(leaseExpiresMs);
    }

    boolean graceOver() {
        return ownership == OwnershipState.LEASE_EXPIRED_RECLAIMABLE && due(checkAtMs);
    }

    private boolean due(OptionalLong atMs) {
        return atMs.isPresent() && atMs.getAsLong() <= nowMs;
    }
}
