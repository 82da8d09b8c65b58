package io.fluxfabric.engine.r2dbc.sql;

import static java.util.Map.entry;

import io.fluxfabric.engine.lease.Backend;
import io.r2dbc.spi.IsolationLevel;
import io.r2dbc.spi.R2dbcException;
import io.r2dbc.spi.R2dbcNonTransientResourceException;
import io.r2dbc.spi.TransactionDefinition;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** PostgreSQL 14 and later. */
public final class PostgresDialect implements Dialect {

    /** What {@code ConnectionFactoryMetadata} calls the product. */
    static final String PRODUCT = "PostgreSQL";

    /**
     * {@code statement_timestamp()} and not {@code clock_timestamp()}: it is the server's clock too, but the same instant
     * throughout one statement, and stable, so that a comparison with it can use an index.
     */
    private static final String NOW = "(date_part('epoch', statement_timestamp()) * 1000)::bigint";

    private static final Map<String, String> FRAGMENTS = Map.ofEntries(
            entry(Renderer.NOW, NOW),
            entry("FOR_UPDATE", "FOR UPDATE"),
            entry("SKIP_LOCKED", "FOR UPDATE SKIP LOCKED"),
            entry("ROW_ID", "ctid"),
            // The texts of a JSON array as rows: FROM {ITEMS_OF}column{AS_ITEM} WHERE item = …
            entry("ITEMS_OF", "json_array_elements_text(CAST("),
            entry("AS_ITEM", " AS json)) AS items(item)"),
            entry("BYTEWISE", "COLLATE \"C\""),
            entry("UUID", "uuid"),
            entry("BYTES", "bytea"),
            // Room on each page for the next version of a row, and vacuum after the changes a queue makes in minutes.
            entry("HOT_TABLE", "WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02)"),
            entry("EVENT_KEY", """
                    event_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
                    tx_id bigint NOT NULL DEFAULT (pg_current_xact_id()::text::bigint)"""),
            entry("EVENT_PRIMARY_KEY", ", PRIMARY KEY (tx_id, event_id, partition_key)"),
            entry("EVENT_ORDER", "tx_id, event_id"),
            entry("OLDEST_OPEN_TX", "pg_snapshot_xmin(pg_current_snapshot())::text::bigint"),
            // Of the policy of ff_exec_core AS e; a policy that names no retry has none.
            entry("MAX_RETRIES", "COALESCE((e.policy::json #>> '{retry,max_retries}')::integer, 0)"),
            entry("JSON_OBJECT", "json_object_agg"),
            // The first few rows of each outer row, locked: {TOP_OF_EACH} FROM … ORDER BY … {AS_FEW} LIMIT … {AS_E}.
            // The planner takes a limit it does not know for a tenth of the table, so it is told one that no claim
            // exceeds.
            entry(
                    "TOP_OF_EACH",
                    "CROSS JOIN LATERAL (SELECT * FROM (SELECT x.partition_key, x.execution_id, x.priority, x.created_at_ms"),
            entry("AS_FEW", "LIMIT 10000 FOR UPDATE OF x SKIP LOCKED) AS few"),
            entry("AS_E", ") AS e"),
            entry(
                    "CATALOG",
                    "(SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()) AS catalog"));

    private static final Map<ColumnType, String> ARRAYS = Map.of(
            ColumnType.UUID, "uuid[]",
            ColumnType.BIGINT, "bigint[]",
            ColumnType.INTEGER, "integer[]",
            ColumnType.TEXT, "text[]",
            // Digits, because r2dbc-postgresql 1.1 writes the backslash of a bytea in an array unescaped.
            ColumnType.BYTES, "text[]");

    /** Serialization failure, deadlock, lock not available. The driver files the last one as not transient. */
    private static final Set<String> CONTENTION = Set.of("40001", "40P01", "55P03");

    /** Too many connections, administrator shutdown, crash, cannot connect now. */
    private static final Set<String> UNREACHABLE = Set.of("53300", "57P01", "57P02", "57P03");

    @Override
    public String name() {
        return "postgres";
    }

    @Override
    public Backend backend() {
        return Backend.POSTGRES;
    }

    @Override
    public ConnectionShape connectionShape() {
        return ConnectionShape.SERVER;
    }

    @Override
    public String marker(int oneBased) {
        return "$" + oneBased;
    }

    @Override
    public String fragment(String name) {
        String text = FRAGMENTS.get(name);
        if (text == null) {
            throw new IllegalArgumentException("PostgreSQL knows no fragment {" + name + "}");
        }
        return text;
    }

    @Override
    public String boundNow(String marker) {
        return marker + "::bigint";
    }

    @Override
    public String rows(RowsTemplate template, Function<Parameter, String> marker) {
        String arrays = IntStream.range(0, template.columns().size())
                .mapToObj(column -> marker.apply(new Parameter.RowsColumn(template, column)) + "::"
                        + ARRAYS.get(template.columns().get(column).type()))
                .collect(Collectors.joining(", "));
        String names =
                template.columns().stream().map(RowsTemplate.Column::name).collect(Collectors.joining(", "));
        String unnested = "unnest(" + arrays + ") WITH ORDINALITY AS " + template.alias() + "(" + names + ", ord)";
        return template.has(ColumnType.BYTES)
                ? "(SELECT " + decoded(template) + ", ord FROM " + unnested + ") AS " + template.alias()
                : unnested;
    }

    private static String decoded(RowsTemplate template) {
        return template.columns().stream()
                .map(column -> column.type() == ColumnType.BYTES
                        ? "decode(" + column.name() + ", 'hex') AS " + column.name()
                        : column.name())
                .collect(Collectors.joining(", "));
    }

    @Override
    public Object bindable(Object value) {
        return value;
    }

    @Override
    public Class<?> bindableType(Class<?> type) {
        return type;
    }

    @Override
    public TransactionDefinition write() {
        return IsolationLevel.READ_COMMITTED;
    }

    @Override
    public TransactionDefinition serializable() {
        return IsolationLevel.SERIALIZABLE;
    }

    @Override
    public boolean chainsInOneStatement() {
        return true;
    }

    @Override
    public SqlErrorKind classify(R2dbcException error) {
        String state = Objects.requireNonNullElse(error.getSqlState(), "");
        if (state.isEmpty() && error instanceof R2dbcNonTransientResourceException) {
            return SqlErrorKind.UNREACHABLE; // the driver itself: cannot connect, connection closed
        }
        if (CONTENTION.contains(state)) {
            return SqlErrorKind.CONTENTION;
        }
        if (UNREACHABLE.contains(state) || state.startsWith("08")) {
            return SqlErrorKind.UNREACHABLE;
        }
        return switch (state.length() < 2 ? "" : state.substring(0, 2)) {
            case "23" -> state.equals("23505") ? SqlErrorKind.UNIQUE_VIOLATION : SqlErrorKind.INTEGRITY_VIOLATION;
            case "28", "3D" -> SqlErrorKind.REFUSED;
            case "53" -> SqlErrorKind.STORAGE;
            case "58", "XX" -> SqlErrorKind.DAMAGED;
            case "57" -> SqlErrorKind.TIMEOUT;
            default -> SqlErrorKind.OTHER;
        };
    }

    /** A migration may take long, and so may the wait for the node that runs it: both without the session's limits. */
    @Override
    public List<Sql> migrationLock() {
        return List.of(Sql.of("""
                        SELECT set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true)
                         WHERE CAST(:key AS bigint) IS NOT NULL"""), Sql.of("SELECT pg_advisory_xact_lock(:key) IS NULL AS locked"));
    }
}
