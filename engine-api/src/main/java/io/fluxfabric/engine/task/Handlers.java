package io.fluxfabric.engine.task;

import io.fluxfabric.engine.id.ExecutionKind;
import io.fluxfabric.engine.payload.Codec;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.scheduler.Scheduler;

/** Which handler serves which kind, and where it runs; immutable. */
final class Handlers {

    /** A handler and the scheduler it is called on. */
    record Served(TaskHandler handler, Scheduler scheduler) {}

    private final Map<ExecutionKind, Function<Codec, TaskHandler>> byKind;
    private final Map<ExecutionKind, Scheduler> schedulers;
    private final @Nullable TaskHandler otherwise;
    private final @Nullable Scheduler forAll;

    private Handlers(
            Map<ExecutionKind, Function<Codec, TaskHandler>> byKind,
            Map<ExecutionKind, Scheduler> schedulers,
            @Nullable TaskHandler otherwise,
            @Nullable Scheduler forAll) {
        this.byKind = Map.copyOf(byKind);
        this.schedulers = Map.copyOf(schedulers);
        this.otherwise = otherwise;
        this.forAll = forAll;
    }

    static Handlers none() {
        return new Handlers(Map.of(), Map.of(), null, null);
    }

    Handlers with(ExecutionKind kind, Function<Codec, TaskHandler> handler) {
        Map<ExecutionKind, Function<Codec, TaskHandler>> more = new HashMap<>(byKind);
        more.put(kind, handler);
        return new Handlers(more, schedulers, otherwise, forAll);
    }

    Handlers otherwise(TaskHandler handler) {
        return new Handlers(byKind, schedulers, handler, forAll);
    }

    Handlers on(Scheduler scheduler) {
        return new Handlers(byKind, schedulers, otherwise, scheduler);
    }

    Handlers on(ExecutionKind kind, Scheduler scheduler) {
        Map<ExecutionKind, Scheduler> more = new HashMap<>(schedulers);
        more.put(kind, scheduler);
        return new Handlers(byKind, more, otherwise, forAll);
    }

    boolean isEmpty() {
        return byKind.isEmpty() && otherwise == null;
    }

    Set<ExecutionKind> kinds() {
        return byKind.keySet();
    }

    /** Who serves a kind; empty if nobody does. */
    Optional<Served> of(ExecutionKind kind, Codec codec) {
        Function<Codec, TaskHandler> own = byKind.get(kind);
        TaskHandler handler = own == null ? otherwise : own.apply(codec);
        return handler == null ? Optional.empty() : Optional.of(new Served(handler, scheduler(kind)));
    }

    private Scheduler scheduler(ExecutionKind kind) {
        Scheduler own = schedulers.get(kind);
        if (own != null) {
            return own;
        }
        return forAll == null ? WorkerThreads.handlers() : forAll;
    }
}
