package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.state.PublicState;
import io.fluxfabric.engine.task.Worker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;

/** The givens of the contracts of the worker runtime: workers whose time is the test's, and that end with it. */
public interface WorkerRuntimeFixture extends EngineFixture {

    Duration LEASE = Duration.ofSeconds(30);
    String KIND = "send-invoice";
    List<ObservedWorker> RUNNING = new CopyOnWriteArrayList<>();

    /** A worker of the test's namespace and lane, without a handler. */
    default Worker aWorker() {
        return Worker.on(scope())
                .lane(LANE)
                .lease(LEASE)
                .identity("anna")
                .timer(clock().timer())
                .drainGrace(Duration.ZERO);
    }

    /** Runs a worker until the end of the test. */
    default ObservedWorker running(Worker worker) {
        ObservedWorker observed = ObservedWorker.registered(worker);
        RUNNING.add(observed);
        return observed;
    }

    @AfterEach
    default void everyWorkerEnds() {
        List<ObservedWorker> all = List.copyOf(RUNNING);
        RUNNING.clear();
        all.forEach(ObservedWorker::cancel);
        all.forEach(ObservedWorker::cancelAndAwait);
    }

    /** Waits until an execution is in a state. */
    default void awaitState(ExecutionId id, PublicState wanted) {
        ExpiryWatcher.until(() -> stateOf(id) == wanted);
        assertThat(stateOf(id)).isEqualTo(wanted);
    }
}
