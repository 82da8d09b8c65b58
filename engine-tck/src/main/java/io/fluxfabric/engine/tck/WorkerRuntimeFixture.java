package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.state.PublicState;
import io.fluxfabric.engine.task.Worker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
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

    /** The same for a worker that cannot register yet. */
    default ObservedWorker unregistered(Worker worker) {
        ObservedWorker observed = ObservedWorker.of(worker);
        RUNNING.add(observed);
        return observed;
    }

    /** Ends every worker first. A claim that a draining worker no longer wants is finished by the engine, which takes its time. */
    @Override
    @AfterEach
    default void everyInvariantHoldsAndNothingLeaked() {
        List<ObservedWorker> all = List.copyOf(RUNNING);
        RUNNING.clear();
        all.forEach(ObservedWorker::cancel);
        all.forEach(ObservedWorker::cancelAndAwait);
        assertThat(await(engine().audit().collectList()))
                .as("violated invariants")
                .isEmpty();
        ExpiryWatcher.until(() -> connectionsInUse() == 0, () -> "the return of all connections");
    }

    /** Waits until an execution is in a state. */
    default void awaitState(ExecutionId id, PublicState wanted) {
        ExpiryWatcher.until(() -> stateOf(id) == wanted);
        assertThat(stateOf(id)).isEqualTo(wanted);
    }

    /** Lets the time between two renewals pass, as often as it takes; the renewals themselves take real time. */
    default void passUntil(BooleanSupplier condition) {
        ExpiryWatcher.until(() -> {
            if (condition.getAsBoolean()) {
                return true;
            }
            clock().advance(Duration.ofMillis(100));
            return condition.getAsBoolean();
        });
    }
}
