package io.fluxfabric.r2dbc.sqlite;

import io.r2dbc.spi.R2dbcException;
import io.r2dbc.spi.Result;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;

/**
 * The rows of a query, fetched as they are asked for. The query starts with the first request; nothing is read ahead,
 * and nothing is held before that, so a result nobody subscribes to holds no statement and no lock.
 */
final class RowStream extends Flux<Result.Segment> {
    private final Session session;
    private final SqlCommand command;
    private final @Nullable Object[] values;
    private final int turn;
    private volatile @Nullable Cursor cursor;

    /** @param turn how many rows may be fetched before other work of the connection has its turn */
    RowStream(Session session, SqlCommand command, @Nullable Object[] values, int turn) {
        this.session = session;
        this.command = command;
        this.values = values;
        this.turn = turn;
    }

    @Override
    public void subscribe(CoreSubscriber<? super Result.Segment> actual) {
        Cursor created = new Cursor(actual);
        cursor = created;
        actual.onSubscribe(created);
    }

    /** Calls back when the rows are through, if someone is reading them; on the connection's thread. */
    boolean afterReading(Runnable callback) {
        Cursor reading = cursor;
        if (reading == null || reading.done) {
            return false;
        }
        reading.callback = callback;
        return true;
    }

    private final class Cursor extends DemandDrivenWork implements Session.OpenWork {
        private final CoreSubscriber<? super Result.Segment> actual;
        private final WorkGuard guard;
        private @Nullable NativeStatement statement;
        private SqliteRowMetadata metadata = SqliteRowMetadata.EMPTY;
        private boolean onRow;
        private @Nullable Runnable callback;
        private boolean done;

        Cursor(CoreSubscriber<? super Result.Segment> actual) {
            super(session);
            this.actual = actual;
            this.guard = session.guard(true);
        }

        @Override
        void abandoned() {
            guard.abandon();
        }

        @Override
        public void connectionClosing() {
            statement = null;
            schedule();
        }

        @Override
        boolean work() {
            if (done) {
                return true;
            }
            if (session.isClosed()) {
                end();
                if (!cancelled()) {
                    actual.onError(session.errors().closed(command.text()));
                }
                return true;
            }
            R2dbcException failure;
            guard.enter(statement == null ? 0 : 1);
            try {
                return cancelled() ? end() : fetch();
            } catch (R2dbcException thrown) {
                failure = thrown;
            } catch (RuntimeException | Error thrownBySubscriber) {
                end();
                throw thrownBySubscriber;
            } finally {
                guard.exit();
            }
            return fail(failure);
        }

        /** Outside the guard: an interrupt meant for the query must not meet what is asked of SQLite here. */
        private boolean fail(R2dbcException failure) {
            end();
            session.afterFailure(failure);
            if (!cancelled()) {
                actual.onError(failure);
            }
            return true;
        }

        private boolean fetch() {
            NativeStatement running = statement == null ? open() : statement;
            long sent = 0;
            while (onRow && sent < demand() && !cancelled()) {
                if (sent == turn) {
                    produced(sent);
                    return false;
                }
                actual.onNext(read(running));
                sent++;
                if (!cancelled()) {
                    step(running);
                }
            }
            produced(sent);
            if (cancelled()) {
                return end();
            }
            if (!onRow) {
                end();
                actual.onComplete();
            }
            return true;
        }

        private NativeStatement open() {
            session.beforeRunning(command);
            NativeStatement opened = session.database().acquire(command.text());
            statement = opened;
            session.opened(this);
            try {
                onRow = opened.start(values);
                metadata = opened.metadata();
            } catch (SQLException failure) {
                throw session.database().failed(failure, command.text());
            }
            return opened;
        }

        private SqliteRow read(NativeStatement running) {
            try {
                return new SqliteRow(running.row(), metadata);
            } catch (SQLException failure) {
                throw session.database().failed(failure, command.text());
            }
        }

        private void step(NativeStatement running) {
            try {
                onRow = running.step();
            } catch (SQLException failure) {
                throw session.database().failed(failure, command.text());
            }
        }

        private boolean end() {
            done = true;
            if (statement != null) {
                session.database().release(statement);
                statement = null;
            }
            session.ended(this);
            if (callback != null) {
                callback.run();
                callback = null;
            }
            return true;
        }
    }
}
