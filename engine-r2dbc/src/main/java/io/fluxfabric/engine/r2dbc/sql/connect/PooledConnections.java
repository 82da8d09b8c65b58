package io.fluxfabric.engine.r2dbc.sql.connect;

import io.fluxfabric.engine.error.ResourceExhaustedException;
import io.fluxfabric.engine.error.TransportException;
import io.fluxfabric.engine.r2dbc.sql.Connections;
import io.fluxfabric.engine.r2dbc.sql.Dialect;
import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.pool.ConnectionPoolConfiguration;
import io.r2dbc.pool.PoolMetrics;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.R2dbcTimeoutException;
import io.r2dbc.spi.ValidationDepth;
import io.r2dbc.spi.Wrapped;
import java.time.Duration;
import java.util.stream.Stream;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Pools of the engine's own, even on a factory the application shares: web requests cannot starve heartbeats.
 *
 * <p>On PostgreSQL there is one pool for work, reads among it, and one reserved for housekeeping. On SQLite there is one writer,
 * because the file has one, which housekeeping shares, and a pool of readers.
 */
public final class PooledConnections implements Connections {

    private final ConnectionPool writers;
    private final ConnectionPool readers;
    private final ConnectionPool maintenance;
    private final ConnectionFactory dedicated;
    private final Duration patience;

    private PooledConnections(
            ConnectionPool writers,
            ConnectionPool readers,
            ConnectionPool maintenance,
            ConnectionFactory dedicated,
            Duration patience) {
        this.patience = patience;
        this.dedicated = dedicated;
        this.writers = writers;
        this.readers = readers;
        this.maintenance = maintenance;
    }

    /** Connections in the shape the dialect wants. */
    public static PooledConnections of(
            Dialect dialect, ConnectionFactory factory, PoolSettings pool, SessionSettings session) {
        return switch (dialect.connectionShape()) {
            case SERVER -> server(factory, pool, session);
            case SINGLE_WRITER -> singleWriter(factory, pool);
        };
    }

    private static PooledConnections server(ConnectionFactory factory, PoolSettings pool, SessionSettings session) {
        ConnectionFactory settled = new SettledConnectionFactory(bare(factory), session);
        ConnectionPool work = pool("work", settled, pool.size(), pool);
        return new PooledConnections(
                work, work, pool("maintenance", settled, pool.reserved(), pool), settled, pool.maxAcquireTime());
    }

    private static PooledConnections singleWriter(ConnectionFactory factory, PoolSettings pool) {
        ConnectionPool writer = pool("writer", bare(factory), 1, pool);
        return new PooledConnections(
                writer,
                pool("readers", bare(factory), pool.size(), pool),
                writer,
                bare(factory),
                pool.maxAcquireTime());
    }

    /** A pool within a pool would hide dead connections from the outer one, so the factory behind it is taken. */
    private static ConnectionFactory bare(ConnectionFactory factory) {
        return factory instanceof ConnectionPool pool && ((Wrapped<?>) pool).unwrap() instanceof ConnectionFactory inner
                ? inner
                : factory;
    }

    private static ConnectionPool pool(String name, ConnectionFactory factory, int size, PoolSettings settings) {
        return new ConnectionPool(ConnectionPoolConfiguration.builder(factory)
                .name("fluxfabric-" + name)
                .initialSize(0)
                .maxSize(size)
                .maxAcquireTime(settings.maxAcquireTime())
                .maxCreateConnectionTime(settings.maxAcquireTime())
                .maxValidationTime(settings.maxValidationTime())
                .maxIdleTime(settings.maxIdleTime())
                .maxLifeTime(settings.maxLifeTime())
                .validationDepth(ValidationDepth.LOCAL)
                .build());
    }

    @Override
    public Mono<? extends Connection> writer() {
        return from(writers);
    }

    @Override
    public Mono<? extends Connection> reader() {
        return from(readers);
    }

    @Override
    public Mono<? extends Connection> maintenance() {
        return from(maintenance);
    }

    /** A server that accepts and then says nothing would be waited for without end. */
    @Override
    public Mono<? extends Connection> dedicated() {
        return Mono.<Connection>from(dedicated.create()).timeout(patience);
    }

    private static Mono<Connection> from(ConnectionPool pool) {
        return pool.create().onErrorMap(R2dbcTimeoutException.class, error -> explain(pool, error));
    }

    /** Out of connections because all are busy, or because the database gives none: not the same advice. */
    private static Throwable explain(ConnectionPool pool, R2dbcTimeoutException error) {
        int busy = pool.getMetrics().map(PoolMetrics::acquiredSize).orElse(0);
        int most = pool.getMetrics().map(PoolMetrics::getMaxAllocatedSize).orElse(0);
        return busy >= most
                ? new ResourceExhaustedException("the connection pool", most, null)
                : TransportException.retryable("taking a connection", error);
    }

    /** How many connections are out right now, over all pools. */
    public int inUse() {
        return Stream.of(writers, readers, maintenance)
                .distinct()
                .mapToInt(
                        pool -> pool.getMetrics().map(PoolMetrics::acquiredSize).orElse(0))
                .sum();
    }

    @Override
    public Mono<Void> close() {
        return Flux.just(writers, readers, maintenance)
                .distinct()
                .flatMap(ConnectionPool::disposeLater)
                .then();
    }
}
