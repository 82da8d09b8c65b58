package io.fluxfabric.engine.r2dbc.sql;

import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.pool.ConnectionPoolConfiguration;
import io.r2dbc.pool.PoolMetrics;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import java.time.Duration;
import reactor.core.publisher.Mono;

/** One pool for everything, as small as a test wants it. */
final class OnePool implements Connections {

    private final ConnectionPool pool;

    OnePool(ConnectionFactory factory, int size) {
        pool = new ConnectionPool(ConnectionPoolConfiguration.builder(factory)
                .initialSize(0)
                .maxSize(size)
                .maxAcquireTime(Duration.ofSeconds(20))
                .maxValidationTime(Duration.ofSeconds(5))
                .build());
    }

    @Override
    public Mono<? extends Connection> writer() {
        return pool.create();
    }

    @Override
    public Mono<? extends Connection> reader() {
        return pool.create();
    }

    @Override
    public Mono<? extends Connection> maintenance() {
        return pool.create();
    }

    @Override
    public Mono<? extends Connection> dedicated() {
        return pool.create();
    }

    @Override
    public Mono<Void> close() {
        return pool.disposeLater();
    }

    int inUse() {
        return pool.getMetrics().map(PoolMetrics::acquiredSize).orElse(-1);
    }
}
