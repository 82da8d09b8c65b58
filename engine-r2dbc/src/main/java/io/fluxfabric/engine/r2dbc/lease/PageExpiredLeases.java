package io.fluxfabric.engine.r2dbc.lease;

import io.fluxfabric.engine.execution.Moment;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.id.Namespace;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.lease.ExpiredLease;
import io.fluxfabric.engine.lease.ExpiredLeasePage;
import io.fluxfabric.engine.lease.ListExpiredLeases;
import io.fluxfabric.engine.limits.Limit;
import io.fluxfabric.engine.r2dbc.kit.Cursors;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.kit.Moments;
import io.fluxfabric.engine.r2dbc.kit.Pages;
import io.fluxfabric.engine.r2dbc.kit.Pages.Page;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import io.fluxfabric.engine.state.OwnershipState;
import io.fluxfabric.engine.state.StateSql;
import io.fluxfabric.engine.state.Transition;
import java.time.Instant;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Lists lapsed leases by the time they lapsed, then by execution, of one namespace or of all. Any number of leases may have lapsed at
 * the same moment, so the place in a listing is both.
 *
 * <p>A lease that no pass has found yet is still on its execution. One that is kept for reclaims is not, but for its epoch, which
 * is one behind, and its holder; it counts as lapsed when it was found.
 */
public final class PageExpiredLeases {

    private static final String LAPSED = """
            SELECT namespace, partition_key, execution_id, lane_id, attempt_index, epoch, worker_id, worker_instance_id,
                   expired_at_ms
              FROM (SELECT namespace, partition_key, execution_id, lane_id, current_attempt_index AS attempt_index,
                           lease_epoch AS epoch, lease_worker_id AS worker_id,
                           lease_worker_instance_id AS worker_instance_id, lease_expires_at_ms AS expired_at_ms
                      FROM ff_exec_core WHERE lease_check_at_ms <= {NOW} AND lease_expires_at_ms <= {NOW} AND %s
            """.formatted(StateSql.plain().gate(Transition.RENEW));

    private static final String KEPT_FOR_RECLAIMS = """
                     UNION ALL
                    SELECT namespace, partition_key, execution_id, lane_id, current_attempt_index, lease_epoch - 1,
                           lease_worker_id, lease_worker_instance_id, last_transition_at_ms
                      FROM ff_exec_core WHERE ownership_state = '%s'
            """.formatted(OwnershipState.LEASE_EXPIRED_RECLAIMABLE.literal());

    private static final String AFTER = """
            ) AS lapsed
             WHERE (expired_at_ms, execution_id, partition_key) > (:afterAt, :afterId, :afterPartition)
               AND (CAST(:asOf AS bigint) IS NULL OR expired_at_ms <= CAST(:asOf AS bigint))
            """;

    private static final String IN_NAMESPACE = " AND namespace = :namespace ";

    private static final String ORDER = " ORDER BY expired_at_ms, execution_id, partition_key LIMIT :rows";

    private static final Sql OF_NAMESPACE = Sql.of(LAPSED + KEPT_FOR_RECLAIMS + AFTER + IN_NAMESPACE + ORDER);
    private static final Sql OF_ALL = Sql.of(LAPSED + KEPT_FOR_RECLAIMS + AFTER + ORDER);
    private static final Sql UNSWEPT = Sql.of(LAPSED + AFTER + IN_NAMESPACE + ORDER);

    private final Kit kit;
    private final Sql sql;
    /** What cursors belong to besides the filters. */
    private final String whose;

    private PageExpiredLeases(Kit kit, Sql sql, String whose) {
        this.kit = kit;
        this.sql = sql;
        this.whose = whose;
    }

    static PageExpiredLeases ofNamespace(Kit kit) {
        return new PageExpiredLeases(kit, OF_NAMESPACE, "of " + kit.namespace().value());
    }

    /** Only those that no pass has found yet. */
    static PageExpiredLeases unswept(Kit kit) {
        return new PageExpiredLeases(
                kit, UNSWEPT, "unswept of " + kit.namespace().value());
    }

    /** Over all namespaces. */
    public static PageExpiredLeases ofAll(Kit kit) {
        return new PageExpiredLeases(kit, OF_ALL, "all");
    }

    public Flux<ExpiredLease> all(ListExpiredLeases which) {
        return Flux.defer(() -> {
            check(which);
            return from(start(which), which.asOf(), which.pageSize());
        });
    }

    public Mono<ExpiredLeasePage> one(ListExpiredLeases which) {
        return Mono.defer(() -> {
            check(which);
            return read(start(which), which.asOf(), which.pageSize())
                    .map(page -> new ExpiredLeasePage(
                            page.rows(), page.next().map(place -> cursors(which).write(place.toBytes()))));
        });
    }

    /** Those behind a place, page by page as they are asked for. */
    Flux<ExpiredLease> from(LapsePlace start, Optional<Instant> asOf, int pageSize) {
        return Pages.from(start, place -> read(place, asOf, pageSize));
    }

    private void check(ListExpiredLeases which) {
        kit.limits().checkBatch("pageSize", Limit.EXPIRED_LEASES_PAGE, which.pageSize());
        Moments.check(kit.limits(), "asOf", which.asOf().map(Moment.At::new));
    }

    private LapsePlace start(ListExpiredLeases which) {
        return which.after()
                .map(cursor -> LapsePlace.of(cursors(which).read(cursor, LapsePlace.BYTES)))
                .orElse(LapsePlace.FIRST);
    }

    /** A cursor belongs to the namespace and the filters, but not to the size of a page. */
    private Cursors cursors(ListExpiredLeases which) {
        return Cursors.of(String.join(
                "\n",
                "expired leases",
                whose,
                which.asOf().map(Instant::toString).orElse("")));
    }

    private Mono<Page<ExpiredLease, LapsePlace>> read(LapsePlace after, Optional<Instant> asOf, int pageSize) {
        Binds binds = kit.binds()
                .and("afterAt", after.atMs())
                .and("afterId", after.id())
                .and("afterPartition", after.partition())
                .and("asOf", asOf.map(Instant::toEpochMilli).orElse(null), Long.class)
                .and("rows", pageSize + 1);
        return kit.tx()
                .read("lease.expired", session -> session.list(sql, binds, PageExpiredLeases::lease))
                .map(rows -> Page.of(rows, pageSize, LapsePlace::of));
    }

    static ExpiredLease lease(RowReader row) {
        return new ExpiredLease(
                Namespace.of(row.text("namespace")),
                ExecutionId.of(row.integer("partition_key"), row.uuid("execution_id")),
                LaneId.of(row.text("lane_id")),
                row.integer("attempt_index"),
                row.number("epoch"),
                WorkerIdentity.of(row.text("worker_id"), row.text("worker_instance_id")),
                Instant.ofEpochMilli(row.number("expired_at_ms")));
    }
}
