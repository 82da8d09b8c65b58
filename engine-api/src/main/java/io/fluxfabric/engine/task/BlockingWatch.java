package io.fluxfabric.engine.task;

import io.fluxfabric.engine.id.ExecutionKind;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Finds handlers that keep a thread which must not block. What a handler does until it has returned its Mono and that Mono is
 * subscribed to is one stretch on one thread; a stretch that is long is told while it still lasts, with the line of code
 * it is in, because one that blocks for ever has no other end.
 */
final class BlockingWatch {

    private static final Logger log = LoggerFactory.getLogger(BlockingWatch.class);

    private final Set<Stretch> open = ConcurrentHashMap.newKeySet();
    private final Set<ExecutionKind> told = ConcurrentHashMap.newKeySet();
    private final Duration longest;
    private final Scheduler timer;
    private final Outlet outlet;

    BlockingWatch(WorkerPlan plan, Outlet outlet) {
        this.longest = plan.blockingAfter;
        this.timer = plan.timer;
        this.outlet = outlet;
    }

    /** Runs a stretch of a handler on this thread, watched if the thread must not block. */
    void watch(ExecutionKind kind, Runnable stretch) {
        if (!Schedulers.isInNonBlockingThread() || told.contains(kind)) {
            stretch.run();
            return;
        }
        Stretch watched = new Stretch(kind, Thread.currentThread(), timer.now(TimeUnit.NANOSECONDS));
        open.add(watched);
        try {
            stretch.run();
        } finally {
            open.remove(watched);
        }
    }

    /** Without end. */
    Flux<Long> loop() {
        return Flux.interval(longest.dividedBy(2), timer)
                .onBackpressureDrop()
                .doOnNext(tick -> open.forEach(this::judge));
    }

    private void judge(Stretch stretch) {
        Duration held = Duration.ofNanos(timer.now(TimeUnit.NANOSECONDS) - stretch.since());
        if (held.compareTo(longest) >= 0 && told.add(stretch.kind())) {
            tell(stretch, held);
        }
    }

    private void tell(Stretch stretch, Duration held) {
        String advice =
                "give it threads of its own: blocking(\"%s\", Schedulers.boundedElastic())".formatted(stretch.kind());
        Throwable where = new IllegalStateException("what the thread is doing");
        where.setStackTrace(stretch.thread().getStackTrace());
        log.warn(
                "the handler of {} has kept {}, which must not block, for {} ms; {}",
                stretch.kind(),
                stretch.thread().getName(),
                held.toMillis(),
                advice,
                where);
        outlet.tell(
                new WorkerEvent.BlockingHandler(stretch.kind(), stretch.thread().getName(), held, advice));
    }

    /** Compared by identity would do; the start makes two of one thread different. */
    private record Stretch(ExecutionKind kind, Thread thread, long since) {}
}
