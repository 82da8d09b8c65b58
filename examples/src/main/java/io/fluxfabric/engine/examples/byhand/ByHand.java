package io.fluxfabric.engine.examples.byhand;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.examples.Example;
import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.policy.Failure;
import java.time.Duration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Takes invoices off their lane, and says of each how it ended, without the worker that does so by itself. */
public final class ByHand {

    record Invoice(String number, int cents) {}

    record Receipt(String number) {}

    private ByHand() {}

    public static void main(String[] args) {
        Example.print(args, ByHand::run).block();
    }

    static Flux<String> run(Engine engine) {
        Flux<Submit> invoices = Flux.just(new Invoice("A-1", 4200), new Invoice("A-2", -1))
                .map(invoice -> Submit.of("send-invoice").lane("mail").payload(Payload.json(invoice)));

        Flux<String> worked = engine.executions()
                .claim(Claim.lane("mail").as("mailer", "mailer-1").max(10).lease(Duration.ofSeconds(30)))
                .flatMap(claimed -> send(claimed)
                        .flatMap(receipt -> engine.executions().complete(claimed.handle(), Payload.json(receipt)))
                        .map(completed -> "sent " + claimed.payload().asText())
                        .onErrorResume(IllegalArgumentException.class, refused -> failed(engine, claimed, refused)));

        return engine.executions().submitAll(invoices).thenMany(worked);
    }

    private static Mono<Receipt> send(Claimed claimed) {
        Invoice invoice = claimed.payload().as(Invoice.class);
        return invoice.cents() < 0
                ? Mono.error(new IllegalArgumentException(invoice.number() + " is below zero"))
                : Mono.just(new Receipt(invoice.number()));
    }

    private static Mono<String> failed(Engine engine, Claimed claimed, IllegalArgumentException refused) {
        return engine.executions()
                .fail(claimed.handle(), Failure.permanent(refused))
                .map(outcome -> "not sent: " + refused.getMessage());
    }
}
