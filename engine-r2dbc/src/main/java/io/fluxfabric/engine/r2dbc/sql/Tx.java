package io.fluxfabric.engine.r2dbc.sql;

import io.fluxfabric.engine.error.ContentionException;
import io.fluxfabric.engine.error.ValidationException;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.R2dbcException;
import io.r2dbc.spi.TransactionDefinition;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * Runs work on a connection.
 *
 * <ol>
 *   <li>Take a connection. If the caller has gone meanwhile, give it back and stop.
 *   <li>Begin, run the work, commit; the value is emitted after the commit. Roll back on an error, and roll back a refused
 *       commit, which SQLite leaves open.
 *   <li>Lost a race? Run all of it again on a fresh connection, after a jittered pause, a bounded number of times; then give
 *       up with {@code RetryExhausted}.
 *   <li>Took too long? Close the connection and say that the outcome is unknown.
 *   <li>Any other error of the driver becomes an {@code EngineException}.
 * </ol>
 *
 * <p>The work may therefore run several times: ids and tokens are made before it. All of it runs on a subscription of the
 * engine, so a caller's cancel reaches no statement.
 */
public final class Tx {

    private final Connections connections;
    private final Renderer renderer;
    private final OwnedWork owner;
    private final ContentionRetry retry;
    private final TimeLimit limit;
    private final SqlErrors errors;
    private final ChainObserver observer;
    private final @Nullable Connection theirs;
    private final LongAdder retries = new LongAdder();

    /** Without a limit of time, and nobody observes it. */
    public Tx(Connections connections, Renderer renderer, OwnedWork owner, ContentionRetry retry) {
        this(connections, renderer, owner, retry, new TimeLimit(null, owner), ChainObserver.none(), null);
    }

    /** @param limit how long one run of a transaction may take on its connection */
    public Tx(
            Connections connections,
            Renderer renderer,
            OwnedWork owner,
            ContentionRetry retry,
            Duration limit,
            ChainObserver observer) {
        this(connections, renderer, owner, retry, new TimeLimit(limit, owner), observer, null);
    }

    private Tx(
            Connections connections,
            Renderer renderer,
            OwnedWork owner,
            ContentionRetry retry,
            TimeLimit limit,
            ChainObserver observer,
            @Nullable Connection theirs) {
        this.theirs = theirs;
        this.observer = observer;
        this.connections = connections;
        this.renderer = renderer;
        this.owner = owner;
        this.retry = retry;
        this.limit = limit;
        this.errors = new SqlErrors(renderer.dialect());
    }

    /** The same, but everything runs in the transaction that somebody else has open on this connection. */
    public Tx within(Connection connection) {
        return new Tx(connections, renderer, owner, retry, limit, ChainObserver.none(), connection);
    }

    /** The same for what may take as long as it needs. */
    public Tx unlimited() {
        return new Tx(connections, renderer, owner, retry, limit.none(), observer, theirs);
    }

    /** A writing transaction: READ COMMITTED on PostgreSQL, IMMEDIATE on SQLite. */
    public <T> Mono<T> write(String operation, Function<Session, Mono<T>> work) {
        return run(operation, connections.writer(), begun(renderer.dialect().write(), work), work);
    }

    /** A writing transaction that runs as if it were alone. */
    public <T> Mono<T> serializable(String operation, Function<Session, Mono<T>> work) {
        return run(operation, connections.writer(), begun(renderer.dialect().serializable(), work), work);
    }

    /** One guarded statement that is a transaction by itself: one round trip. */
    public <T> Mono<T> single(String operation, Function<Session, Mono<T>> work) {
        return run(operation, connections.writer(), alone(work), work);
    }

    /** One chain, as one statement where the database can, and otherwise in a transaction. */
    public <T> Mono<List<T>> chain(String operation, Chain chain, Binds binds, Function<RowReader, T> mapper) {
        Function<Session, Mono<List<T>>> work = session -> session.chain(chain, binds, mapper);
        return renderer.dialect().chainsInOneStatement() ? single(operation, work) : write(operation, work);
    }

    /** One chain of the engine's own housekeeping, on a connection that work cannot take away. */
    public <T> Mono<List<T>> upkeepChain(String operation, Chain chain, Binds binds, Function<RowReader, T> mapper) {
        Function<Session, Mono<List<T>>> work = session -> session.chain(chain, binds, mapper);
        return renderer.dialect().chainsInOneStatement() ? upkeep(operation, work) : maintenance(operation, work);
    }

    /** One statement that only reads. */
    public <T> Mono<T> read(String operation, Function<Session, Mono<T>> work) {
        return run(operation, connections.reader(), alone(work), work);
    }

    /** A writing transaction of the engine's own housekeeping, on a connection that work cannot take away. */
    public <T> Mono<T> maintenance(String operation, Function<Session, Mono<T>> work) {
        return run(
                operation, connections.maintenance(), begun(renderer.dialect().write(), work), work);
    }

    /** One statement of the engine's own housekeeping, without a transaction. */
    public <T> Mono<T> upkeep(String operation, Function<Session, Mono<T>> work) {
        return run(operation, connections.maintenance(), alone(work), work);
    }

    /** Completes when the engine takes no new work any more. */
    public Mono<Void> closing() {
        return owner.closing();
    }

    /** How often a transaction was run again because of contention. */
    public long retries() {
        return retries.sum();
    }

    private <T> Mono<T> run(
            String operation,
            Mono<? extends Connection> source,
            Function<Connection, Mono<T>> body,
            Function<Session, Mono<T>> work) {
        return theirs == null ? owned(operation, source, body) : joined(operation, theirs, work);
    }

    /** In a transaction that is not ours: nothing is begun, committed or tried again, and a cancel is its owner's business. */
    private <T> Mono<T> joined(String operation, Connection connection, Function<Session, Mono<T>> work) {
        return Mono.defer(() -> connection.isAutoCommit()
                        ? Mono.<T>error(ValidationException.invalidInput(
                                "connection", "has no open transaction; begin one, and commit it after this"))
                        : work.apply(Session.on(connection, renderer)))
                .onErrorMap(error -> errors.translate(operation, error))
                .checkpoint(operation);
    }

    private <T> Mono<T> owned(String operation, Mono<? extends Connection> source, Function<Connection, Mono<T>> body) {
        return owner.run(
                        operation,
                        callerIsThere -> attempt(operation, source, body, callerIsThere)
                                .retryWhen(whenContended(operation))
                                .onErrorMap(error -> errors.translate(operation, error)))
                .checkpoint(operation);
    }

    private <T> Mono<T> attempt(
            String operation,
            Mono<? extends Connection> source,
            Function<Connection, Mono<T>> body,
            BooleanSupplier callerIsThere) {
        return limit.using(
                        operation,
                        source,
                        connection -> callerIsThere.getAsBoolean()
                                ? Mono.defer(() -> body.apply(connection))
                                : Mono.<T>empty())
                .onErrorMap(Tx::unwrapped);
    }

    private <T> Function<Connection, Mono<T>> alone(Function<Session, Mono<T>> work) {
        return connection -> {
            Session session = Session.observed(connection, renderer, observer);
            return work.apply(session).doOnSuccess(done -> session.committed());
        };
    }

    private <T> Function<Connection, Mono<T>> begun(TransactionDefinition definition, Function<Session, Mono<T>> work) {
        return connection -> {
            Session session = Session.observed(connection, renderer, observer);
            return Mono.usingWhen(
                            Mono.from(connection.beginTransaction(definition)).thenReturn(connection),
                            begun -> work.apply(session),
                            Tx::commit,
                            (begun, error) -> rollback(begun),
                            Tx::rollback)
                    .doOnSuccess(done -> session.committed());
        };
    }

    /** A refused commit may leave the transaction open (SQLite does), so it is rolled back here. */
    private static Mono<Void> commit(Connection connection) {
        return Mono.from(connection.commitTransaction())
                .onErrorResume(error -> rollback(connection).then(Mono.error(error)));
    }

    /** The error that led here is what the caller must hear; a connection that cannot roll back fails its next validation. */
    private static Mono<Void> rollback(Connection connection) {
        return Mono.from(connection.rollbackTransaction()).onErrorComplete();
    }

    /** {@code usingWhen} wraps what a failing commit or close threw; the retry must see the original. */
    private static Throwable unwrapped(Throwable error) {
        return error.getCause() instanceof R2dbcException cause && !(error instanceof R2dbcException) ? cause : error;
    }

    private Retry whenContended(String operation) {
        return Retry.backoff(retry.times(), retry.first())
                .maxBackoff(retry.longest())
                .jitter(retry.jitter())
                .filter(errors::isContention)
                .doBeforeRetry(signal -> retries.increment())
                .onRetryExhaustedThrow((spec, last) ->
                        ContentionException.retryExhausted(operation, retry.times() + 1, last.failure()));
    }
}
