package io.fluxfabric.r2dbc.sqlite;

import io.fluxfabric.r2dbc.sqlite.StatementRun.Step;
import io.r2dbc.spi.Result;
import io.r2dbc.spi.Statement;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;

/** A statement with the values bound to it. Each subscription to what {@link #execute()} returns runs it anew. */
final class SqliteStatement implements Statement {
    static final int DEFAULT_TURN = 256;

    private static final @Nullable Object[] NO_VALUES = {};

    private final Session session;
    private final List<SqlCommand> commands;
    private final Bindings bindings;
    private @Nullable SqlCommand returning;
    private int turn = DEFAULT_TURN;

    SqliteStatement(Session session, List<SqlCommand> commands, ValueEncoder encoder) {
        this.session = session;
        this.commands = commands;
        this.bindings = new Bindings(commands.get(0), encoder);
    }

    @Override
    public SqliteStatement add() {
        bindings.add();
        return this;
    }

    @Override
    public SqliteStatement bind(int index, Object value) {
        bindings.bind(index, value);
        return this;
    }

    @Override
    public SqliteStatement bind(String name, Object value) {
        bindings.bind(name, value);
        return this;
    }

    @Override
    public SqliteStatement bindNull(int index, Class<?> type) {
        bindings.bindNull(index, type);
        return this;
    }

    @Override
    public SqliteStatement bindNull(String name, Class<?> type) {
        bindings.bindNull(name, type);
        return this;
    }

    /** How many rows are fetched before other statements of the same connection have a turn. */
    @Override
    public SqliteStatement fetchSize(int rows) {
        if (rows < 0) {
            throw new IllegalArgumentException("fetchSize must not be negative");
        }
        turn = rows == 0 ? DEFAULT_TURN : rows;
        return this;
    }

    @Override
    public SqliteStatement returnGeneratedValues(String... columns) {
        if (columns == null) {
            throw new IllegalArgumentException("columns must not be null");
        }
        SqlCommand command = commands.get(0);
        if (commands.size() > 1 || command.kind() != SqlCommand.Kind.WRITE) {
            throw new IllegalStateException("Only a single INSERT, UPDATE or DELETE returns generated values");
        }
        if (!command.returning()) {
            returning = command.returning(columns.length == 0 ? "*" : columnList(columns));
        }
        return this;
    }

    /** @throws IllegalStateException if a parameter has no value */
    @Override
    public Flux<Result> execute() {
        if (commands.size() > 1) {
            return run(commands.stream()
                    .map(command -> new Step(command, NO_VALUES))
                    .toList());
        }
        SqlCommand command = returning == null ? commands.get(0) : returning;
        List<@Nullable Object[]> sets = bindings.complete();
        if (!bindings.hasLargeObjects()) {
            return run(steps(command, sets));
        }
        return LargeObjects.read(sets).flatMapMany(read -> run(steps(command, read)));
    }

    private Flux<Result> run(List<Step> steps) {
        return new StatementRun(session, steps, turn);
    }

    private static List<Step> steps(SqlCommand command, List<@Nullable Object[]> sets) {
        return sets.stream().map(values -> new Step(command, values)).toList();
    }

    /** In backticks, because SQLite reads an unknown name in double quotes as a text. */
    private static String columnList(String[] columns) {
        return Stream.of(columns)
                .map(column -> '`' + column.replace("`", "``") + '`')
                .collect(Collectors.joining(", "));
    }
}
