package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.task.Worker;
import io.fluxfabric.engine.task.WorkerEvent;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;

/** A worker that runs, and everything it told. */
public final class ObservedWorker {

    private final Worker worker;
    private final List<WorkerEvent> events = new CopyOnWriteArrayList<>();
    private final AtomicReference<@Nullable Throwable> error = new AtomicReference<>();
    private volatile Disposable subscription = Disposables.disposed();
    private volatile boolean ended;

    private ObservedWorker(Worker worker) {
        this.worker = worker;
    }

    /** Runs a worker, and waits until it is registered, so that it does what a test expects of a worker that is there. */
    public static ObservedWorker registered(Worker worker) {
        ObservedWorker observed = of(worker);
        observed.await(WorkerEvent.Registered.class);
        return observed;
    }

    /** Runs a worker. */
    public static ObservedWorker of(Worker worker) {
        ObservedWorker observed = new ObservedWorker(worker);
        observed.subscription =
                worker.run().subscribe(observed.events::add, observed::failed, () -> observed.ended = true);
        return observed;
    }

    private void failed(Throwable failure) {
        error.set(failure);
        ended = true;
    }

    public List<WorkerEvent> events() {
        return events;
    }

    public <E extends WorkerEvent> List<E> events(Class<E> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** The first event of a type, as soon as there is one. */
    public <E extends WorkerEvent> E await(Class<E> type) {
        return await(type, 1).get(0);
    }

    /** All events of a type, as soon as they are so many. */
    public <E extends WorkerEvent> List<E> await(Class<E> type, int count) {
        ExpiryWatcher.until(() -> events(type).size() >= count, () -> type.getSimpleName() + " among " + events);
        return events(type);
    }

    /** Cancels the subscription, which drains the worker. */
    public void cancel() {
        subscription.dispose();
    }

    /** Cancels, and waits until the worker has drained. */
    public void cancelAndAwait() {
        cancel();
        worker.ended().block(EngineFixture.PATIENCE);
    }

    /** Waits for the end of the events, and gives the error if there was one. */
    public Optional<Throwable> end() {
        ExpiryWatcher.until(() -> ended, () -> "the end of " + events);
        return Optional.ofNullable(error.get());
    }

    public boolean hasEnded() {
        return ended;
    }

    public void assertNever(Class<? extends WorkerEvent> type) {
        assertThat(events(type)).isEmpty();
    }
}
