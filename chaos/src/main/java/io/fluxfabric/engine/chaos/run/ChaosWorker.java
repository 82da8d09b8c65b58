package io.fluxfabric.engine.chaos.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fluxfabric.engine.Scope;
import io.fluxfabric.engine.chaos.fault.SkewedTimer;
import io.fluxfabric.engine.r2dbc.EngineSettings;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.r2dbc.sql.connect.DatabaseUrl;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.task.TaskContext;
import io.fluxfabric.engine.task.Worker;
import io.fluxfabric.engine.task.WorkerEvent;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.time.Duration;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.json.JsonMapper;

/**
 * A worker process. It reads its orders from the first line of its input and runs every other line on its connections; when its input
 * ends it drains.
 */
public final class ChaosWorker {

    private static final Duration WORK = Duration.ofMillis(30);
    private static final Duration SWEEP = Duration.ofMillis(500);
    private static final int SLOTS = 64;
    private static final int EVENTS = 1_000_000; // None may be dropped, since they are counted.

    private ChaosWorker() {}

    public static void main(String[] args) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        Orders orders = JsonMapper.shared().readValue(input.readLine(), Orders.class);
        RestrainedConnections connections = new RestrainedConnections(DatabaseUrl.open(orders.url()));
        Mono<Void> inputEnds = lines(input).concatMap(connections::restrain).then();
        EngineSettings settings = Orders.settings(orders.partitions(), orders.namespace())
                .timer(new SkewedTimer(Duration.ofMinutes(orders.skewMinutes())));
        R2dbcEngine engine = R2dbcEngine.on(connections, settings);
        Disposable housekeeping = engine.reconcilers()
                .run(Reconcilers.LEASE_EXPIRY.every(SWEEP), Reconcilers.DELAYED_PROMOTION)
                .subscribe();
        try (Journal journal = Journal.open(Path.of(orders.journal()))) {
            Worker worker = worker(engine.namespace(orders.namespace()), orders, journal)
                    .until(inputEnds);
            worker.run().concatMap(event -> confirmed(journal, event)).blockLast();
            worker.ended().block();
        } finally {
            housekeeping.dispose();
            engine.close().block();
        }
    }

    /** Those that are still to come, read by a thread that waits for them. */
    private static Flux<String> lines(BufferedReader input) {
        return Flux.fromStream(input::lines).subscribeOn(Schedulers.newSingle("input", true));
    }

    private static Worker worker(Scope scope, Orders orders, Journal journal) {
        return Worker.on(scope)
                .identity("chaos", orders.name())
                .concurrency(SLOTS)
                .lease(Orders.LEASE)
                .eventBuffer(EVENTS)
                .handle(Orders.KIND, task -> work(task, journal));
    }

    private static Mono<Void> work(TaskContext task, Journal journal) {
        return Mono.delay(WORK).then(Mono.defer(() -> journal.add(Journal.Fact.RAN, task.executionId(), task.epoch())));
    }

    private static Mono<Void> confirmed(Journal journal, WorkerEvent event) {
        return event instanceof WorkerEvent.Completed completed
                ? journal.add(Journal.Fact.CONFIRMED, completed.executionId(), 0)
                : Mono.empty();
    }
}
