package io.fluxfabric.engine.tck;

import io.fluxfabric.engine.event.WorkerEvent;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.id.WorkerInstanceId;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.worker.ListWorkers;
import io.fluxfabric.engine.worker.RegisterOutcome;
import io.fluxfabric.engine.worker.RegisterWorker;
import io.fluxfabric.engine.worker.RegisteredWorker;
import io.fluxfabric.engine.worker.Workers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;

/** The givens of the contracts of the worker registry. */
public interface WorkerFixture extends EngineFixture {

    Duration TTL = Duration.ofSeconds(30);

    WorkerInstanceId ANNA_1 = ANNA.instance();

    /** Reports are about the whole database, so whoever earlier tests left behind goes first. */
    @BeforeEach
    default void nobodyIsLeft() {
        clock().advance(Duration.ofDays(2));
        await(engine().reconcilers().pass(Reconcilers.WORKER_SWEEP));
    }

    default Workers workers() {
        return scope().workers();
    }

    default RegisterWorker aRegistration() {
        return RegisterWorker.as(ANNA).lanes(LANE).offers("smtp").livenessTtl(TTL);
    }

    default RegisterOutcome register(RegisterWorker request) {
        return await(workers().register(request));
    }

    default List<RegisteredWorker> listed(ListWorkers which) {
        return await(workers().list(which));
    }

    default RegisteredWorker anna() {
        return listed(ListWorkers.all()).stream()
                .filter(one -> one.worker().instance().equals(ANNA_1))
                .findFirst()
                .orElseThrow();
    }

    default List<WorkerEvent> workerEvents() {
        return await(scope().events().workers(Optional.empty()));
    }

    default List<WorkerEvent.Type> workerEventTypes() {
        return workerEvents().stream().map(WorkerEvent::type).toList();
    }

    default List<String> instances(List<RegisteredWorker> workers) {
        return workers.stream().map(one -> one.worker().instance().value()).toList();
    }

    default Handle givenLongRunning(WorkerIdentity worker) {
        givenWaiting();
        return claimedBy(aClaim().as(worker).lease(Duration.ofHours(1))).handle();
    }

    default String place(RegisteredWorker worker) {
        return worker.namespace() + "/" + worker.worker().instance();
    }
}
