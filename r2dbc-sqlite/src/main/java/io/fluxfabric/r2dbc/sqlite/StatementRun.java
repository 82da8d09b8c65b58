package io.fluxfabric.r2dbc.sqlite;

import io.fluxfabric.r2dbc.sqlite.SqlCommand.Kind;
import io.r2dbc.spi.R2dbcException;
import io.r2dbc.spi.Result;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;

/**
 * Runs commands one after the other and gives a result for each.
 *
 * <ol>
 *   <li>A command that may change something runs to its end before its result is given: its rows (RETURNING) are held
 *       by SQLite in memory anyway, and its effect must not depend on who reads them.
 *   <li>A query is checked, and runs when its result is read.
 *   <li>When the subscriber reads a query's result, the next command waits until it has been read.
 * </ol>
 */
final class StatementRun extends Flux<Result> {
    /** One command with the values for its parameters. */
    static final class Step {
        private final SqlCommand command;
        private final @Nullable Object[] values;

        Step(SqlCommand command, @Nullable Object[] values) {
            this.command = command;
            this.values = values;
        }
    }

    private final Session session;
    private final List<Step> steps;
    private final int turn;

    StatementRun(Session session, List<Step> steps, int turn) {
        this.session = session;
        this.steps = steps;
        this.turn = turn;
    }

    @Override
    public void subscribe(CoreSubscriber<? super Result> actual) {
        actual.onSubscribe(new Progress(actual));
    }

    private final class Progress extends DemandDrivenWork {
        private final CoreSubscriber<? super Result> actual;
        private final WorkGuard guard;
        private int next;
        private @Nullable NativeStatement held;
        private boolean waiting;
        private boolean done;

        Progress(CoreSubscriber<? super Result> actual) {
            super(session);
            this.actual = actual;
            this.guard = session.guard(false);
        }

        @Override
        void abandoned() {
            guard.abandon();
        }

        @Override
        boolean work() {
            try {
                return advanceWithDemand();
            } finally {
                release();
            }
        }

        private boolean advanceWithDemand() {
            long sent = 0;
            while (!done && !waiting && !cancelled() && sent < demand()) {
                if (sent == turn) {
                    produced(sent);
                    return false;
                }
                if (advance()) {
                    sent++;
                }
            }
            produced(sent);
            return true;
        }

        private boolean advance() {
            Step step = steps.get(next);
            SqliteResult result;
            RowStream rows =
                    step.command.kind() == Kind.READ ? new RowStream(session, step.command, step.values, turn) : null;
            try {
                result = rows == null ? change(step) : query(step, rows);
            } catch (RuntimeException failure) {
                done = true;
                if (!cancelled()) {
                    actual.onError(failure);
                }
                return false;
            }
            next++;
            if (cancelled()) {
                return false;
            }
            actual.onNext(result);
            if (next == steps.size()) {
                done = true;
                actual.onComplete();
            } else {
                waiting = rows != null && rows.afterReading(this::resume);
            }
            return true;
        }

        private void resume() {
            waiting = false;
            schedule();
        }

        private SqliteResult query(Step step, RowStream rows) {
            release();
            session.requireOpen(step.command.text());
            session.database().release(session.database().acquire(step.command.text()));
            return SqliteResult.ofQuery(rows);
        }

        private SqliteResult change(Step step) {
            session.requireOpen(step.command.text());
            try {
                SqliteResult result = guarded(step);
                session.afterRunning(step.command);
                return result;
            } catch (R2dbcException failure) {
                release();
                session.afterFailure(failure);
                throw failure;
            }
        }

        private SqliteResult guarded(Step step) {
            guard.enter(held == null ? 0 : 1);
            try {
                session.beforeRunning(step.command);
                return run(step);
            } finally {
                guard.exit();
            }
        }

        private SqliteResult run(Step step) {
            try {
                NativeStatement statement = statement(step.command.text());
                List<SqliteRow> rows = statement.start(step.values) ? readAll(statement) : List.of();
                return SqliteResult.ofChange(rows, count(step));
            } catch (SQLException failure) {
                throw session.database().failed(failure, step.command.text());
            }
        }

        private static List<SqliteRow> readAll(NativeStatement statement) throws SQLException {
            SqliteRowMetadata metadata = statement.metadata();
            List<SqliteRow> rows = new ArrayList<>();
            do {
                rows.add(new SqliteRow(statement.row(), metadata));
            } while (statement.step());
            statement.reset();
            return rows;
        }

        /** The statement of the step before, if it is the same: the sets of values of one statement share it. */
        private NativeStatement statement(String sql) {
            NativeStatement current = held;
            if (current == null || !current.sql().equals(sql)) {
                release();
                current = session.database().acquire(sql);
                held = current;
            }
            return current;
        }

        private void release() {
            if (held != null) {
                session.database().release(held);
                held = null;
            }
        }

        /** SQLite keeps the count of the last change, so it may only be asked for after one. */
        private @Nullable Long count(Step step) throws SQLException {
            return step.command.kind() == Kind.WRITE ? session.database().changes() : null;
        }
    }
}
