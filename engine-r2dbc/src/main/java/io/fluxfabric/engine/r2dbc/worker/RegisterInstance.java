package io.fluxfabric.engine.r2dbc.worker;

import io.fluxfabric.engine.error.Details;
import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.r2dbc.kit.JsonTexts;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.kit.WorkerRows;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Chain;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.worker.RegisterOutcome;
import io.fluxfabric.engine.worker.RegisterOutcome.Refreshed;
import io.fluxfabric.engine.worker.RegisterOutcome.Registered;
import io.fluxfabric.engine.worker.RegisterWorker;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import reactor.core.publisher.Mono;

/**
 * Registers an instance in one upsert, whose condition keeps an instance id with the worker that lives under it. The id of the call
 * tells afterwards what the upsert did: a row that carries it as its registration is new, one that carries it as its offer
 * serves something else than before.
 */
final class RegisterInstance {

    private static final Chain REGISTER = Chain.of(
                    "registered(" + WorkerRows.COLUMNS + ", registration_id uuid, offer_id uuid, expires_at_ms bigint)",
                    """
            INSERT INTO ff_worker_registry (namespace, worker_instance_id, worker_id, lanes, capabilities, draining,
                   liveness_ttl_ms, last_heartbeat_ms, registered_at_ms, registration_id, offer_id)
            VALUES (:namespace, :instance, :worker, :lanes, :capabilities, 0, :ttl, {NOW}, {NOW}, :call, :call)
            ON CONFLICT (namespace, worker_instance_id) DO UPDATE
               SET worker_id = excluded.worker_id, lanes = excluded.lanes, capabilities = excluded.capabilities,
                   draining = CASE WHEN %1$s THEN ff_worker_registry.draining ELSE 0 END,
                   liveness_ttl_ms = excluded.liveness_ttl_ms, last_heartbeat_ms = excluded.last_heartbeat_ms,
                   registered_at_ms = CASE WHEN %1$s THEN ff_worker_registry.registered_at_ms ELSE {NOW} END,
                   registration_id = CASE WHEN %1$s THEN ff_worker_registry.registration_id ELSE excluded.registration_id END,
                   offer_id = CASE WHEN %1$s AND ff_worker_registry.lanes = excluded.lanes
                        AND ff_worker_registry.capabilities = excluded.capabilities
                        THEN ff_worker_registry.offer_id ELSE excluded.offer_id END
             WHERE ff_worker_registry.worker_id = excluded.worker_id OR %2$s
            RETURNING namespace, worker_instance_id, worker_id, last_heartbeat_ms AS at_ms, registration_id, offer_id,
                      last_heartbeat_ms + liveness_ttl_ms AS expires_at_ms""".formatted(WorkerRows.ALIVE, WorkerRows.LAPSED))
            .then(WorkerRows.event(
                            "registered",
                            "CASE WHEN registration_id = :call THEN 'registered' ELSE 'capability_changed' END",
                            "NULL")
                    + " WHERE offer_id = :call");

    private final Kit kit;

    RegisterInstance(Kit kit) {
        this.kit = kit;
    }

    Mono<RegisterOutcome> run(RegisterWorker request) {
        return Mono.defer(() -> {
            kit.limits().checkLivenessTtl(request.livenessTtl());
            UUID call = kit.mint().ordered();
            return kit.tx()
                    .chain("worker.register", REGISTER, binds(request, call), row -> outcome(call, row))
                    .flatMap(rows -> rows.isEmpty() ? Mono.error(reassigned(request)) : Mono.just(rows.get(0)));
        });
    }

    private Binds binds(RegisterWorker request, UUID call) {
        List<String> lanes = request.lanes().stream().map(LaneId::value).toList();
        return kit.binds()
                .and("instance", request.worker().instance().value())
                .and("worker", request.worker().worker().value())
                .and("lanes", JsonTexts.array(lanes))
                .and("capabilities", JsonTexts.array(request.capabilities().tokens()))
                .and("ttl", request.livenessTtl().toMillis())
                .and("call", call);
    }

    private static RegisterOutcome outcome(UUID call, RowReader row) {
        Instant expiresAt = Instant.ofEpochMilli(row.number("expires_at_ms"));
        return row.uuid("registration_id").equals(call) ? new Registered(expiresAt) : new Refreshed(expiresAt);
    }

    private static ValidationException reassigned(RegisterWorker request) {
        return new ValidationException(
                ErrorCode.INVALID_INPUT,
                "instance_id",
                "reassigned: " + request.worker().instance() + " is alive and belongs to another worker",
                Details.of("field", "instance_id")
                        .and("instance", request.worker().instance())
                        .and("worker", request.worker().worker()),
                null);
    }
}
