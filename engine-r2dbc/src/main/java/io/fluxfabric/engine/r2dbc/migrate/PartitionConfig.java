package io.fluxfabric.engine.r2dbc.migrate;

import io.fluxfabric.engine.error.ConfigurationException;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Session;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import io.fluxfabric.engine.r2dbc.sql.Tx;
import reactor.core.publisher.Mono;

/** Records the partition count of a new database and refuses to open one that was made with another. */
public final class PartitionConfig {

    private static final Sql REMEMBER = Sql.of("""
            INSERT INTO ff_partition_config (singleton, num_flow_partitions) VALUES (1, :partitions)
            ON CONFLICT (singleton) DO NOTHING""");

    private static final Sql STORED =
            Sql.of("SELECT num_flow_partitions FROM ff_partition_config WHERE singleton = :singleton");

    private final Tx tx;

    public PartitionConfig(Tx tx) {
        this.tx = tx;
    }

    public Mono<Void> verify(int partitions) {
        return tx.maintenance("prepare.partitions", session -> remembered(session, partitions))
                .flatMap(stored -> stored == partitions
                        ? Mono.<Void>empty()
                        : Mono.error(ConfigurationException.partitionCountMismatch(stored, partitions)));
    }

    private static Mono<Integer> remembered(Session session, int partitions) {
        return session.update(REMEMBER, Binds.of("partitions", partitions))
                .then(session.one(STORED, Binds.of("singleton", 1), row -> row.integer("num_flow_partitions")));
    }
}
