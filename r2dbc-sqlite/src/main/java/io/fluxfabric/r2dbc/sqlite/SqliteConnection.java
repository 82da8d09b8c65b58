package io.fluxfabric.r2dbc.sqlite;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionMetadata;
import io.r2dbc.spi.IsolationLevel;
import io.r2dbc.spi.Lifecycle;
import io.r2dbc.spi.R2dbcException;
import io.r2dbc.spi.TransactionDefinition;
import io.r2dbc.spi.ValidationDepth;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** A connection to a SQLite database. Every publisher is cold, and works on the connection's own thread. */
final class SqliteConnection implements Connection, Lifecycle {
    private static final Set<IsolationLevel> LEVELS = Set.of(
            IsolationLevel.READ_UNCOMMITTED,
            IsolationLevel.READ_COMMITTED,
            IsolationLevel.REPEATABLE_READ,
            IsolationLevel.SERIALIZABLE);

    private final Session session;
    private final Commands commands;
    private final ValueEncoder encoder;
    private final ConnectionMetadata metadata;
    private final Sinks.Empty<Void> closed = Sinks.empty();

    SqliteConnection(Session session, Commands commands, ValueEncoder encoder, ConnectionMetadata metadata) {
        this.session = session;
        this.commands = commands;
        this.encoder = encoder;
        this.metadata = metadata;
    }

    @Override
    public Mono<Void> beginTransaction() {
        return beginTransaction(SqliteTransactionDefinition.DEFERRED);
    }

    /** Cancelling while it waits for a lock gives up the wait; a transaction begun meanwhile is rolled back. */
    @Override
    public Mono<Void> beginTransaction(TransactionDefinition definition) {
        require(definition, "definition");
        SqliteTransactionDefinition.modeOf(definition);
        requireLevel(definition.getAttribute(TransactionDefinition.ISOLATION_LEVEL));
        return session.call(guard -> {
            session.transaction().begin(definition, guard);
            return null;
        });
    }

    /**
     * Cancelling does not stop it. An error, such as busy, may leave the transaction open: {@link #isAutoCommit()}
     * tells, and a rollback ends it.
     */
    @Override
    public Mono<Void> commitTransaction() {
        return transaction(Transaction::commit);
    }

    @Override
    public Mono<Void> rollbackTransaction() {
        return transaction(Transaction::rollback);
    }

    @Override
    public Mono<Void> createSavepoint(String name) {
        require(name, "name");
        return transaction(transaction -> transaction.savepoint(name));
    }

    @Override
    public Mono<Void> releaseSavepoint(String name) {
        require(name, "name");
        return transaction(transaction -> transaction.release(name));
    }

    @Override
    public Mono<Void> rollbackTransactionToSavepoint(String name) {
        require(name, "name");
        return transaction(transaction -> transaction.rollbackTo(name));
    }

    @Override
    public boolean isAutoCommit() {
        return session.transaction().autoCommit();
    }

    @Override
    public Mono<Void> setAutoCommit(boolean autoCommit) {
        return transaction(transaction -> transaction.autoCommit(autoCommit));
    }

    @Override
    public Mono<Void> setLockWaitTimeout(Duration timeout) {
        require(timeout, "timeout");
        return transaction(transaction -> transaction.lockWait(timeout));
    }

    @Override
    public Mono<Void> setStatementTimeout(Duration timeout) {
        require(timeout, "timeout");
        return Mono.fromRunnable(() -> session.statementTimeout(timeout));
    }

    /** Always serializable, which SQLite cannot be made to relax between connections. */
    @Override
    public IsolationLevel getTransactionIsolationLevel() {
        return IsolationLevel.SERIALIZABLE;
    }

    @Override
    public Mono<Void> setTransactionIsolationLevel(IsolationLevel isolationLevel) {
        require(isolationLevel, "isolationLevel");
        requireLevel(isolationLevel);
        return Mono.empty();
    }

    @Override
    public SqliteBatch createBatch() {
        return new SqliteBatch(session, commands);
    }

    @Override
    public SqliteStatement createStatement(String sql) {
        List<SqlCommand> parsed = commands.of(sql);
        return new SqliteStatement(session, parsed, encoder);
    }

    @Override
    public ConnectionMetadata getMetadata() {
        return metadata;
    }

    @Override
    public Mono<Boolean> validate(ValidationDepth depth) {
        require(depth, "depth");
        if (depth == ValidationDepth.LOCAL) {
            return Mono.fromSupplier(() -> !session.isClosing());
        }
        return session.<Boolean>call(guard -> {
                    session.database().run("SELECT 1");
                    return true;
                })
                .onErrorReturn(R2dbcException.class, false);
    }

    @Override
    public Mono<Void> postAllocate() {
        return Mono.empty();
    }

    /** Before a pool takes the connection back: it does not know of a refused commit that left the transaction open. */
    @Override
    public Mono<Void> preRelease() {
        return session.complete(session::reset);
    }

    /** Rolls back what is open and ends the connection's thread. Closing again completes when the first close has. */
    @Override
    public Mono<Void> close() {
        return Mono.defer(() -> {
            closeSoon();
            return closed.asMono();
        });
    }

    Session session() {
        return session;
    }

    /** Starts to close, for a connection that nobody will get to see. */
    void closeSoon() {
        if (session.startClosing()) {
            session.execute(this::closeNow);
        }
    }

    private void closeNow() {
        try {
            session.close();
            closed.tryEmitEmpty();
        } catch (R2dbcException failure) {
            closed.tryEmitError(failure);
        }
    }

    private Mono<Void> transaction(Consumer<Transaction> action) {
        return session.complete(() -> action.accept(session.transaction()));
    }

    private static void requireLevel(@Nullable IsolationLevel level) {
        if (level != null && !LEVELS.contains(level)) {
            throw new IllegalArgumentException("SQLite does not know the isolation level " + level);
        }
    }

    private static void require(@Nullable Object argument, String name) {
        if (argument == null) {
            throw new IllegalArgumentException(name + " must not be null");
        }
    }
}
