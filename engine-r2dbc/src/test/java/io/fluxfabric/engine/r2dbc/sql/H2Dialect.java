package io.fluxfabric.engine.r2dbc.sql;

import io.fluxfabric.engine.lease.Backend;
import io.r2dbc.spi.IsolationLevel;
import io.r2dbc.spi.R2dbcException;
import io.r2dbc.spi.TransactionDefinition;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** H2, as a third driver that keeps {@link Tx} and {@link Sql} honest. The engine does not run on it. */
final class H2Dialect implements Dialect {

    @Override
    public String name() {
        return "h2";
    }

    @Override
    public Backend backend() {
        return Backend.SQLITE;
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
        return switch (name) {
            case "NOW" -> "DATEDIFF(MILLISECOND, TIMESTAMP '1970-01-01 00:00:00', CURRENT_TIMESTAMP)";
            case "FOR_UPDATE" -> "FOR UPDATE";
            case "UUID" -> "uuid";
            case "BYTES" -> "varbinary";
            default -> throw new IllegalArgumentException("H2 knows no fragment {" + name + "}");
        };
    }

    @Override
    public String boundNow(String marker) {
        return "CAST(" + marker + " AS bigint)";
    }

    @Override
    public String rows(RowsTemplate template, Function<Parameter, String> marker) {
        String arrays = IntStream.range(0, template.columns().size())
                .mapToObj(column -> "CAST(" + marker.apply(new Parameter.RowsColumn(template, column)) + " AS "
                        + type(template.columns().get(column).type()) + " ARRAY)")
                .collect(Collectors.joining(", "));
        String names =
                template.columns().stream().map(RowsTemplate.Column::name).collect(Collectors.joining(", "));
        return "unnest(" + arrays + ") WITH ORDINALITY AS " + template.alias() + "(" + names + ", ord)";
    }

    private static String type(ColumnType type) {
        return switch (type) {
            case UUID -> "uuid";
            case BIGINT -> "bigint";
            case INTEGER -> "integer";
            case TEXT -> "varchar";
            case BYTES -> "varbinary";
        };
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
        return false;
    }

    @Override
    public SqlErrorKind classify(R2dbcException error) {
        return switch (error.getErrorCode()) {
            case 40001, 50200, 90131 -> SqlErrorKind.CONTENTION;
            case 23505 -> SqlErrorKind.UNIQUE_VIOLATION;
            default -> SqlErrorKind.OTHER;
        };
    }

    @Override
    public List<Sql> migrationLock() {
        return List.of();
    }
}
