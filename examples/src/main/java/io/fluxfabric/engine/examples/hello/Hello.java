package io.fluxfabric.engine.examples.hello;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.execution.Completed;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import java.time.Duration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Submits an invoice to be sent, takes it off its lane as a worker would, and completes it. */
public final class Hello {

    record Invoice(String number, int cents) {}

    record Receipt(String number) {}

    private Hello() {}

    public static void main(String[] args) {
        String url = args.length > 0 ? args[0] : "r2dbc:sqlite:memory:///hello";
        run(url).doOnNext(completed -> System.out.println("done: " + completed)).blockLast(Duration.ofSeconds(30));
    }

    static Flux<Completed> run(String url) {
        // The part between the markers stands in the README.
        // begin
        Engine engine = R2dbcEngine.open(url); // r2dbc:sqlite:///orders.db or r2dbc:postgresql://…

        Mono<?> submitted = engine.executions()
                .submit(Submit.of("send-invoice")
                        .lane("mail")
                        .payload(Payload.json(new Invoice("A-1", 4200)))
                        .idempotencyKey("invoice-A-1"));

        Flux<Completed> worked = engine.executions()
                .claim(Claim.lane("mail").as("mailer", "mailer-1").max(10).lease(Duration.ofSeconds(30)))
                .flatMap(claimed -> send(claimed)
                        .flatMap(receipt -> engine.executions().complete(claimed.handle(), Payload.json(receipt))));

        return engine.prepare().then(submitted).thenMany(worked);
        // end
    }

    private static Mono<Receipt> send(Claimed claimed) {
        Invoice invoice = claimed.payload().as(Invoice.class);
        return Mono.just(new Receipt(invoice.number()));
    }
}
