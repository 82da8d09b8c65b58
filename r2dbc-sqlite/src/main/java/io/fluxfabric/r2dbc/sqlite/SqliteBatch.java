package io.fluxfabric.r2dbc.sqlite;

import io.fluxfabric.r2dbc.sqlite.StatementRun.Step;
import io.r2dbc.spi.Batch;
import io.r2dbc.spi.Result;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;

/** Statements without parameters, run one after the other. */
final class SqliteBatch implements Batch {
    private static final @Nullable Object[] NO_VALUES = {};

    private final Session session;
    private final Commands commands;
    private final List<Step> steps = new ArrayList<>();

    SqliteBatch(Session session, Commands commands) {
        this.session = session;
        this.commands = commands;
    }

    @Override
    public SqliteBatch add(String sql) {
        for (SqlCommand command : commands.of(sql)) {
            if (command.parameterCount() > 0) {
                throw new IllegalArgumentException("A batch takes no parameters: " + sql);
            }
            steps.add(new Step(command, NO_VALUES));
        }
        return this;
    }

    @Override
    public Flux<Result> execute() {
        return steps.isEmpty()
                ? Flux.empty()
                : new StatementRun(session, List.copyOf(steps), SqliteStatement.DEFAULT_TURN);
    }
}
