package io.fluxfabric.engine.r2dbc.sql;

import io.fluxfabric.engine.error.OperationTimeoutException;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.Wrapped;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * How long one run of a transaction may take on its connection. A server ends statements that are slow, but nobody ends one whose
 * answer got lost on a dead wire. Whether it took place is then unknown, and so is the state of the connection: it is closed.
 *
 * <p>It is measured on real time also in tests, because what it waits for is a real database.
 */
final class TimeLimit {

    private final @Nullable Duration limit;
    private final OwnedWork owner;

    /** @param limit none if null */
    TimeLimit(@Nullable Duration limit, OwnedWork owner) {
        this.limit = limit;
        this.owner = owner;
    }

    TimeLimit none() {
        return new TimeLimit(null, owner);
    }

    /** Runs work on a connection, and gives the connection back, or away if the work took too long. */
    <T> Mono<T> using(String operation, Mono<? extends Connection> source, Function<Connection, Mono<T>> work) {
        return Mono.defer(() -> {
            AtomicBoolean late = new AtomicBoolean();
            return Mono.usingWhen(
                    source,
                    connection -> limited(operation, work.apply(connection), late),
                    connection -> late.get() ? abandoned(operation, connection) : Mono.from(connection.close()));
        });
    }

    private <T> Mono<T> limited(String operation, Mono<T> work, AtomicBoolean late) {
        if (limit == null) {
            return work;
        }
        Mono<T> tooLate = Mono.error(() -> {
            late.set(true);
            return new OperationTimeoutException(operation, limit, null);
        });
        return work.timeout(limit, tooLate, Schedulers.parallel());
    }

    /**
     * Nobody waits for it: a connection that does not answer may take its time to close too. The pool gets it back closed, which
     * it finds out before it would hand it to anybody.
     */
    private Mono<Void> abandoned(String operation, Connection connection) {
        return Mono.fromRunnable(() -> owner.finish(
                operation,
                Mono.from(bare(connection).close())
                        .onErrorComplete()
                        .then(Mono.defer(() -> Mono.from(connection.close())))));
    }

    private static Connection bare(Connection connection) {
        return connection instanceof Wrapped<?> wrapped && wrapped.unwrap() instanceof Connection inner
                ? inner
                : connection;
    }
}
