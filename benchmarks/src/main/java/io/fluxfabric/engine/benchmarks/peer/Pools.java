package io.fluxfabric.engine.benchmarks.peer;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.fluxfabric.engine.benchmarks.measure.Database;

/** Connections for the libraries that want a data source. */
final class Pools {

    private Pools() {}

    /** A pool whose connections are all there, and that rewrites batches of inserts into few. */
    static HikariDataSource open(Database database, int size) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(database.jdbcUrl());
        config.addDataSourceProperty("reWriteBatchedInserts", "true");
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(size);
        return new HikariDataSource(config);
    }
}
