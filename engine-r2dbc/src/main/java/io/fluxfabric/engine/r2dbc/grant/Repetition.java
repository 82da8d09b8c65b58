package io.fluxfabric.engine.r2dbc.grant;

import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.LeaseId;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.kit.Taking;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Session;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import java.time.Duration;
import reactor.core.publisher.Mono;

/**
 * A request that was carried out before and is sent again, because its answer was lost: the execution is held by the caller,
 * under the lease whose secret only the caller knows.
 */
public final class Repetition {

    /** The condition that a row of {@code ff_exec_core} is held so. */
    public static final String CONDITION = """
            lease_id = :lease AND lease_worker_id = :worker AND lease_worker_instance_id = :instance
                             AND lease_expires_at_ms > {NOW}""";

    private static final Sql READ = Sql.of("""
            SELECT %s FROM ff_exec_core
             WHERE partition_key = :partition AND execution_id = :execution AND namespace = :namespace
               AND lease_id = :lease""".formatted(Taking.RETURNING));

    private Repetition() {}

    /** Adds the values of {@link #CONDITION}. */
    public static Binds bind(Binds binds, LeaseId lease, WorkerIdentity worker) {
        return binds.and("lease", lease.value())
                .and("worker", worker.worker().value())
                .and("instance", worker.instance().value());
    }

    /** The first answer once more; its lease may have been renewed meanwhile. */
    public static Mono<Claimed> read(Session session, Kit kit, ExecutionId id, LeaseId lease, Duration ttl) {
        return session.one(READ, kit.binds(id).and("lease", lease.value()), row -> Taking.claimed(kit, row, ttl));
    }
}
