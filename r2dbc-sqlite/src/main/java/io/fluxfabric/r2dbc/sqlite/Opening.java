package io.fluxfabric.r2dbc.sqlite;

import io.r2dbc.spi.Connection;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;

/** Opens a connection on a thread of its own, for each subscriber that asks for one. */
final class Opening extends Mono<Connection> {
    private enum State {
        NEW,
        OPENING,
        GIVEN,
        CANCELLED
    }

    private final Function<ConnectionThread, SqliteConnection> opener;

    /** @param opener blocks, and throws if it cannot open */
    Opening(Function<ConnectionThread, SqliteConnection> opener) {
        this.opener = opener;
    }

    @Override
    public void subscribe(CoreSubscriber<? super Connection> actual) {
        actual.onSubscribe(new Attempt(actual));
    }

    private final class Attempt implements Subscription {
        private final CoreSubscriber<? super Connection> actual;
        private final AtomicReference<State> state = new AtomicReference<>(State.NEW);

        Attempt(CoreSubscriber<? super Connection> actual) {
            this.actual = actual;
        }

        @Override
        public void request(long count) {
            if (Operators.validate(count) && state.compareAndSet(State.NEW, State.OPENING)) {
                ConnectionThread thread = new ConnectionThread();
                thread.start();
                thread.execute(() -> open(thread));
            }
        }

        @Override
        public void cancel() {
            if (!state.compareAndSet(State.NEW, State.CANCELLED)) {
                state.compareAndSet(State.OPENING, State.CANCELLED);
            }
        }

        private void open(ConnectionThread thread) {
            SqliteConnection connection;
            try {
                connection = opener.apply(thread);
            } catch (RuntimeException | LinkageError failure) {
                thread.stop();
                fail(failure);
                return;
            }
            if (state.compareAndSet(State.OPENING, State.GIVEN)) {
                actual.onNext(connection);
                actual.onComplete();
            } else {
                connection.closeSoon();
            }
        }

        private void fail(Throwable failure) {
            if (state.compareAndSet(State.OPENING, State.GIVEN)) {
                actual.onError(failure);
            }
        }
    }
}
