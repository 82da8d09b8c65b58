package io.fluxfabric.engine.r2dbc.audit;

import io.fluxfabric.engine.audit.Violation;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import java.util.Optional;

/**
 * One rule, and the query for the rows that break it. The query is one statement, so it sees one moment and can run while the
 * engine works. It gives partition_key, execution_id (both NULL if no execution is meant) and a text named detail.
 */
record Invariant(String name, Sql broken) {

    static Invariant of(String name, String broken) {
        return new Invariant(name, Sql.of(broken + "\n LIMIT :most"));
    }

    /** A rule about single rows of {@code ff_exec_core e}. */
    static Invariant ofExecutions(String name, String detail, String broken) {
        return of(
                name,
                "SELECT e.partition_key, e.execution_id, " + detail + " AS detail FROM ff_exec_core e WHERE " + broken);
    }

    Violation violation(RowReader row) {
        Integer partition = row.integerOrNull("partition_key");
        return new Violation(
                name,
                partition == null
                        ? Optional.empty()
                        : Optional.of(ExecutionId.of(partition, row.uuid("execution_id"))
                                .toString()),
                row.text("detail"));
    }
}
