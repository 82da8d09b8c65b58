package io.fluxfabric.engine.r2dbc.sql;

import static java.util.Map.entry;

import io.fluxfabric.engine.lease.Backend;
import io.r2dbc.spi.Option;
import io.r2dbc.spi.R2dbcException;
import io.r2dbc.spi.TransactionDefinition;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** SQLite 3.41 and later, through the driver of this project. */
public final class SqliteDialect implements Dialect {

    /** What {@code ConnectionFactoryMetadata} calls the product. */
    static final String PRODUCT = "SQLite";

    /**
     * SQLite reads the clock once for all of a statement. The plus takes the type of the CAST away again: with it, a comparison
     * with an indexed expression would convert the expression and could not use the index.
     */
    private static final String NOW = "(+CAST(unixepoch('subsec') * 1000 AS INTEGER))";

    /**
     * Row locks have no words here and need none: a writing transaction begins IMMEDIATE and is alone from its first
     * statement to its commit.
     */
    private static final Map<String, String> FRAGMENTS = Map.ofEntries(
            entry(Renderer.NOW, NOW),
            entry("FOR_UPDATE", ""),
            entry("SKIP_LOCKED", ""),
            entry("ROW_ID", "rowid"),
            entry("ITEMS_OF", "(SELECT value AS item FROM json_each("),
            entry("AS_ITEM", ")) AS items"),
            entry("BYTEWISE", "COLLATE BINARY"),
            entry("UUID", "TEXT"),
            entry("BYTES", "BLOB"),
            entry("HOT_TABLE", ""),
            // One writer at a time: the order of the row ids is the order of the commits.
            entry("EVENT_KEY", "event_id INTEGER PRIMARY KEY AUTOINCREMENT, tx_id bigint NOT NULL DEFAULT 0"),
            entry("EVENT_PRIMARY_KEY", ""),
            entry("EVENT_ORDER", "event_id"),
            entry("OLDEST_OPEN_TX", "1"),
            // Of the policy of ff_exec_core AS e; a policy that names no retry has none.
            entry("MAX_RETRIES", "COALESCE(e.policy ->> '$.retry.max_retries', 0)"),
            entry("JSON_OBJECT", "json_group_object"),
            // The first few rows of each outer row, without LATERAL, which SQLite does not know.
            entry("TOP_OF_EACH", "JOIN ff_exec_core AS e ON e.rowid IN (SELECT x.rowid"),
            entry("AS_FEW", ""),
            entry("AS_E", ")"),
            entry("CATALOG", "sqlite_master"));

    private static final TransactionDefinition IMMEDIATE = new Immediate();

    @Override
    public String name() {
        return "sqlite";
    }

    @Override
    public Backend backend() {
        return Backend.SQLITE;
    }

    @Override
    public ConnectionShape connectionShape() {
        return ConnectionShape.SINGLE_WRITER;
    }

    @Override
    public String marker(int oneBased) {
        return "?" + oneBased;
    }

    @Override
    public String fragment(String name) {
        String text = FRAGMENTS.get(name);
        if (text == null) {
            throw new IllegalArgumentException("SQLite knows no fragment {" + name + "}");
        }
        return text;
    }

    @Override
    public String boundNow(String marker) {
        return marker;
    }

    /** The LIMIT keeps the set a table of its own, which SQLite can index for a join; without it each pair would parse JSON. */
    @Override
    public String rows(RowsTemplate template, Function<Parameter, String> marker) {
        String columns = IntStream.range(0, template.columns().size())
                .mapToObj(column -> column(template.columns().get(column), column))
                .collect(Collectors.joining(", "));
        return "(SELECT " + columns + ", key + 1 AS ord FROM jsonb_each(jsonb("
                + marker.apply(new Parameter.RowsJson(template)) + ")) LIMIT -1) AS " + template.alias();
    }

    private static String column(RowsTemplate.Column column, int position) {
        String value = "value ->> " + position;
        return (column.type() == ColumnType.BYTES ? "unhex(" + value + ")" : value) + " AS " + column.name();
    }

    @Override
    public Object bindable(Object value) {
        return value instanceof UUID uuid ? uuid.toString() : value;
    }

    @Override
    public Class<?> bindableType(Class<?> type) {
        return type == UUID.class ? String.class : type;
    }

    @Override
    public TransactionDefinition write() {
        return IMMEDIATE;
    }

    @Override
    public TransactionDefinition serializable() {
        return IMMEDIATE;
    }

    @Override
    public boolean chainsInOneStatement() {
        return false;
    }

    /** SQLite's result codes: the low byte is the primary code, the rest says more. */
    @Override
    public SqlErrorKind classify(R2dbcException error) {
        int code = error.getErrorCode();
        return switch (code & 0xff) {
            case 5, 6, 9, 15, 17 -> SqlErrorKind.CONTENTION; // BUSY, LOCKED, INTERRUPT, PROTOCOL, SCHEMA
            case 19 -> // CONSTRAINT; its PRIMARYKEY, UNIQUE and ROWID forms are all "exists already"
                code == 1555 || code == 2067 || code == 2579
                        ? SqlErrorKind.UNIQUE_VIOLATION
                        : SqlErrorKind.INTEGRITY_VIOLATION;
            case 3, 23 -> SqlErrorKind.REFUSED; // PERM, AUTH
            case 14 -> SqlErrorKind.UNREACHABLE; // CANTOPEN
            case 8, 10, 13 -> SqlErrorKind.STORAGE; // READONLY, IOERR, FULL
            case 11, 26 -> SqlErrorKind.DAMAGED; // CORRUPT, NOTADB
            default -> SqlErrorKind.OTHER;
        };
    }

    /** BEGIN IMMEDIATE has taken the write lock of the file already; the statement only has to be one. */
    @Override
    public List<Sql> migrationLock() {
        return List.of(Sql.of("SELECT :key AS locked"));
    }

    /** Asks the driver for BEGIN IMMEDIATE, by the name of its option, so that no driver class is needed to compile. */
    private record Immediate() implements TransactionDefinition {
        private static final Option<Object> MODE = Option.valueOf("io.fluxfabric.r2dbc.sqlite.transactionMode");

        @Override
        public <T> @Nullable T getAttribute(Option<T> option) {
            return option.equals(MODE) ? option.cast("IMMEDIATE") : null;
        }
    }
}
