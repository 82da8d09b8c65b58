package io.fluxfabric.engine.examples.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fluxfabric.engine.Scope;
import io.fluxfabric.engine.examples.demo.DemoPlan.Order;
import io.fluxfabric.engine.examples.demo.DemoPlan.Shipped;
import io.fluxfabric.engine.r2dbc.EngineSettings;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.task.TaskContext;
import io.fluxfabric.engine.task.Worker;
import io.fluxfabric.engine.task.WorkerEvent;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.time.Duration;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.json.JsonMapper;

/** A worker process. It reads its orders from the first line of its input, and drains when its input ends. */
public final class DemoWorker {

    /** What the process is to do. They do not travel as arguments, which everybody on the machine can read. */
    record Orders(String url, int partitions, String namespace, String name, int slots, String journal) {}

    private DemoWorker() {}

    public static void main(String[] args) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        Orders orders = JsonMapper.shared().readValue(input.readLine(), Orders.class);
        Mono<Void> inputEnds = Mono.<Void>fromCallable(() -> {
                    input.readLine();
                    return null;
                })
                .subscribeOn(Schedulers.newSingle("input", true));
        R2dbcEngine engine =
                R2dbcEngine.open(orders.url(), EngineSettings.defaults().partitions(orders.partitions()));
        try (Journal journal = Journal.open(Path.of(orders.journal()))) {
            Worker worker = worker(engine.namespace(orders.namespace()), orders, journal)
                    .until(inputEnds);
            worker.run().concatMap(event -> confirmed(journal, event)).blockLast();
            worker.ended().block();
        } finally {
            engine.close().block();
        }
    }

    private static Worker worker(Scope scope, Orders orders, Journal journal) {
        return Worker.on(scope)
                .lane(DemoPlan.LANE)
                .identity("demo", orders.name())
                .concurrency(orders.slots())
                .lease(DemoPlan.LEASE)
                .eventBuffer(1_000_000) // None may be dropped, since they are counted.
                .handle(DemoPlan.KIND, Order.class, (task, order) -> ship(task, order, orders.name(), journal));
    }

    private static Mono<Shipped> ship(TaskContext task, Order order, String by, Journal journal) {
        return Mono.delay(Duration.ofMillis(order.millis()))
                .then(Mono.defer(() -> journal.add(Journal.Fact.RAN, task.executionId(), task.epoch())))
                .thenReturn(new Shipped(order.number(), by));
    }

    private static Mono<Void> confirmed(Journal journal, WorkerEvent event) {
        return event instanceof WorkerEvent.Completed completed
                ? journal.add(Journal.Fact.CONFIRMED, completed.executionId(), 0)
                : Mono.empty();
    }
}
