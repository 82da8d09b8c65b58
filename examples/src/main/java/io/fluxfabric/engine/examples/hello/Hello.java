package io.fluxfabric.engine.examples.hello;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.examples.InWords;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.task.Worker;
import io.fluxfabric.engine.task.WorkerEvent;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Submits an invoice to be sent, and runs the worker that sends it. */
public final class Hello {

    record Invoice(String number, int cents) {}

    record Receipt(String number) {}

    private Hello() {}

    public static void main(String[] args) {
        String url = args.length > 0 ? args[0] : "r2dbc:sqlite:memory:///hello";
        run(url).map(InWords::of).doOnNext(System.out::println).blockLast();
    }

    static Flux<WorkerEvent> run(String url) {
        // The part between the markers stands in the README.
        // begin
        Engine engine = R2dbcEngine.open(url); // r2dbc:sqlite:///orders.db or r2dbc:postgresql://…

        Mono<?> submitted = engine.executions()
                .submit(Submit.of("send-invoice").lane("mail").payload(Payload.json(new Invoice("A-1", 4200))));

        Worker worker = Worker.on(engine)
                .lane("mail")
                .handle("send-invoice", Invoice.class, (task, invoice) -> send(invoice)); // what it emits is kept

        Flux<WorkerEvent> running = engine.prepare().then(submitted).thenMany(worker.run()); // cancelling drains it
        // end

        // A service runs on; an example ends with its one invoice.
        return running.takeUntil(WorkerEvent.Completed.class::isInstance)
                .concatWith(worker.ended().then(engine.close()).then(Mono.empty()));
    }

    private static Mono<Receipt> send(Invoice invoice) {
        return Mono.just(new Receipt(invoice.number()));
    }
}
