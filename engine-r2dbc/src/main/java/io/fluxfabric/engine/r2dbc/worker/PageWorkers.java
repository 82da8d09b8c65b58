package io.fluxfabric.engine.r2dbc.worker;

import io.fluxfabric.engine.id.Capabilities;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.id.Namespace;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.limits.Limit;
import io.fluxfabric.engine.r2dbc.kit.Cursors;
import io.fluxfabric.engine.r2dbc.kit.JsonTexts;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.kit.Pages;
import io.fluxfabric.engine.r2dbc.kit.Pages.Page;
import io.fluxfabric.engine.r2dbc.kit.WorkerRows;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import io.fluxfabric.engine.worker.ListWorkers;
import io.fluxfabric.engine.worker.RegisteredWorker;
import io.fluxfabric.engine.worker.WorkerPage;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Collectors;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Lists instances by namespace and instance id, one namespace or all. The same instance id may stand in several namespaces, so the
 * place in a listing is both.
 */
public final class PageWorkers {

    private static final int EITHER = 2;

    private static final String SELECT = """
            SELECT namespace, worker_instance_id, worker_id, lanes, capabilities, draining, liveness_ttl_ms,
                   last_heartbeat_ms, registered_at_ms, CASE WHEN %1$s THEN 1 ELSE 0 END AS alive
              FROM ff_worker_registry
             WHERE (namespace, worker_instance_id) > (CAST(:afterNamespace AS text), CAST(:afterInstance AS text))
               AND (:alive = 2 OR CASE WHEN %1$s THEN 1 ELSE 0 END = :alive)
               AND (CAST(:lane AS text) IS NULL
                    OR EXISTS (SELECT 1 FROM {ITEMS_OF}ff_worker_registry.lanes{AS_ITEM} WHERE item = CAST(:lane AS text)))
               AND (CAST(:capability AS text) IS NULL
                    OR EXISTS (SELECT 1 FROM {ITEMS_OF}ff_worker_registry.capabilities{AS_ITEM}
                                WHERE item = CAST(:capability AS text)))
               AND %2$s
             ORDER BY namespace, worker_instance_id LIMIT :rows""";

    private static final Sql OF_NAMESPACE = Sql.of(SELECT.formatted(WorkerRows.ALIVE, "namespace = :namespace"));
    private static final Sql OF_ALL = Sql.of(SELECT.formatted(WorkerRows.ALIVE, "1 = 1"));

    private final Kit kit;
    private final Sql sql;
    /** What cursors belong to besides the filters. */
    private final String whose;

    private PageWorkers(Kit kit, Sql sql, String whose) {
        this.kit = kit;
        this.sql = sql;
        this.whose = whose;
    }

    static PageWorkers ofNamespace(Kit kit) {
        return new PageWorkers(kit, OF_NAMESPACE, "of " + kit.namespace().value());
    }

    /** Over all namespaces. */
    public static PageWorkers ofAll(Kit kit) {
        return new PageWorkers(kit, OF_ALL, "all");
    }

    public Flux<RegisteredWorker> all(ListWorkers which) {
        return Flux.defer(() -> {
            check(which);
            return Pages.from(start(which), place -> read(which, place));
        });
    }

    public Mono<WorkerPage> one(ListWorkers which) {
        return Mono.defer(() -> {
            check(which);
            return read(which, start(which))
                    .map(page -> new WorkerPage(
                            page.rows(), page.next().map(place -> cursors(which).write(place.toBytes()))));
        });
    }

    private void check(ListWorkers which) {
        kit.limits().checkBatch("pageSize", Limit.WORKERS_PAGE, which.pageSize());
        which.capability().ifPresent(Capabilities::offered);
    }

    private Place start(ListWorkers which) {
        return which.after()
                .map(cursor -> Place.of(cursors(which).read(cursor)))
                .orElse(Place.FIRST);
    }

    /** A cursor belongs to the namespace and the filters, but not to the size of a page. */
    private Cursors cursors(ListWorkers which) {
        // No part can contain a line feed, so the text has one reading only.
        return Cursors.of(String.join(
                "\n",
                "workers",
                whose,
                which.alive().map(Object::toString).orElse(""),
                which.lane().map(LaneId::value).orElse(""),
                which.capability().orElse("")));
    }

    private Mono<Page<RegisteredWorker, Place>> read(ListWorkers which, Place after) {
        return kit.tx()
                .read("worker.list", session -> session.list(sql, binds(which, after), PageWorkers::worker))
                .map(rows -> Page.of(rows, which.pageSize(), Place::of));
    }

    private Binds binds(ListWorkers which, Place after) {
        return kit.binds()
                .and("afterNamespace", after.namespace())
                .and("afterInstance", after.instance())
                .and("alive", which.alive().map(alive -> alive ? 1 : 0).orElse(EITHER))
                .and("lane", which.lane().map(LaneId::value).orElse(null), String.class)
                .and("capability", which.capability().orElse(null), String.class)
                .and("rows", which.pageSize() + 1);
    }

    private static RegisteredWorker worker(RowReader row) {
        return new RegisteredWorker(
                Namespace.of(row.text("namespace")),
                WorkerIdentity.of(row.text("worker_id"), row.text("worker_instance_id")),
                JsonTexts.array("lanes", row.text("lanes")).stream()
                        .map(LaneId::of)
                        .collect(Collectors.toSet()),
                Capabilities.offered(JsonTexts.array("capabilities", row.text("capabilities"))),
                row.integer("alive") == 1,
                row.integer("draining") == 1,
                Instant.ofEpochMilli(row.number("registered_at_ms")),
                Instant.ofEpochMilli(row.number("last_heartbeat_ms")),
                Duration.ofMillis(row.number("liveness_ttl_ms")));
    }

    /** Behind which instance a page begins. */
    private record Place(String namespace, String instance) {

        static final Place FIRST = new Place("", "");

        static Place of(RegisteredWorker last) {
            return new Place(last.namespace().value(), last.worker().instance().value());
        }

        static Place of(ByteBuffer bytes) {
            String[] both = StandardCharsets.UTF_8.decode(bytes).toString().split("\n", 2);
            return new Place(both[0], both[1]);
        }

        byte[] toBytes() {
            return (namespace + "\n" + instance).getBytes(StandardCharsets.UTF_8);
        }
    }
}
