package io.fluxfabric.engine.benchmarks.engine;

import io.fluxfabric.engine.benchmarks.measure.Figures;
import io.fluxfabric.engine.benchmarks.measure.Work;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * As many operations at once as are asked for: all submits wait for their answers, then all completions do. A few more are made,
 * because the first are answered before the last are asked.
 */
final class InFlight {

    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final double MEBIBYTE = 1 << 20;

    private final R2dbcEngine engine;
    private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger mostWaiting = new AtomicInteger();
    private long heap;

    InFlight(R2dbcEngine engine) {
        this.engine = engine;
    }

    Figures run(Work work) {
        Submit request = Submitter.request(work.bytes());
        int operations = work.count() + work.count() / 4;
        long start = System.nanoTime();
        Flux.range(0, operations)
                .flatMap(number -> watched(engine.executions().submit(request)), operations)
                .blockLast(PATIENCE);
        int submits = mostWaiting.getAndSet(0);
        HeldLeases leases = new HeldLeases(engine);
        leases.hold(operations);
        Flux.fromIterable(leases.handles())
                .flatMap(handle -> watched(engine.executions().complete(handle)), operations)
                .blockLast(PATIENCE);
        int completions = mostWaiting.get();
        return Figures.of("inFlight", Math.min(submits, completions))
                .and("seconds", (System.nanoTime() - start) / 1e9)
                .and("heapMiB", heap / MEBIBYTE)
                .and("maxHeapMiB", Runtime.getRuntime().maxMemory() / MEBIBYTE)
                .and("threads", ManagementFactory.getThreadMXBean().getPeakThreadCount());
    }

    /** Counts who waits; the heap is looked at when a thousand more have come. */
    private <T> Mono<T> watched(Mono<T> call) {
        return call.doOnSubscribe(subscription -> {
                    int now = waiting.incrementAndGet();
                    mostWaiting.accumulateAndGet(now, Math::max);
                    if (now % 1_000 == 0) {
                        heap = Math.max(heap, memory.getHeapMemoryUsage().getUsed());
                    }
                })
                .doOnTerminate(waiting::decrementAndGet);
    }
}
