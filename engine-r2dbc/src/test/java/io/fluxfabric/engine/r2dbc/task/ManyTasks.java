package io.fluxfabric.engine.r2dbc.task;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.task.Worker;
import io.fluxfabric.engine.task.WorkerEvent;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A process that holds many executions at once, each waiting on a timer, and reports what that took. Once all of them wait it
 * lets some complete, which shows that they are alive, and leaves the rest to the end of their leases.
 */
final class ManyTasks {

    private final int count;
    private final int completing;
    private final AtomicInteger waiting = new AtomicInteger();

    private ManyTasks(int count, int completing) {
        this.count = count;
        this.completing = completing;
    }

    /** Takes the URL of the database, how many executions to hold, and how many of them to complete. */
    public static void main(String[] arguments) {
        new ManyTasks(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2])).run(arguments[0]);
        // Without a drain: giving back what is held would take longer than everything else.
        Runtime.getRuntime().halt(0);
    }

    private void run(String url) {
        Engine engine = R2dbcEngine.open(url);
        engine.prepare().block();
        engine.executions()
                .submitAll(Flux.range(0, count).map(number -> Submit.of("wait")))
                .blockLast();
        Worker worker = Worker.on(engine)
                .concurrency(count)
                .lease(Duration.ofMinutes(5))
                .handle("wait", task -> untilAllWait(waiting.incrementAndGet()));
        long completed = worker.run()
                .ofType(WorkerEvent.Completed.class)
                .take(completing)
                .count()
                .blockOptional()
                .orElseThrow();
        System.out.printf(
                "waited=%d completed=%d threads=%d%n",
                waiting.get(), completed, ManagementFactory.getThreadMXBean().getPeakThreadCount());
    }

    /** Waits on a timer again and again: some until everybody does, the others for ever. */
    private Mono<Void> untilAllWait(int place) {
        return Mono.delay(Duration.ofSeconds(2))
                .repeat(() -> waiting.get() < count || place > completing)
                .then();
    }
}
