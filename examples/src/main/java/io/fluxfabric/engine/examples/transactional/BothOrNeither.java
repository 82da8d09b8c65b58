package io.fluxfabric.engine.examples.transactional;

import io.fluxfabric.engine.examples.Example;
import io.fluxfabric.engine.examples.InWords;
import io.fluxfabric.engine.examples.States;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.execution.SubmitOutcome;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.task.TaskContext;
import io.fluxfabric.engine.task.Worker;
import io.r2dbc.spi.ConnectionFactories;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** An order and the execution that ships it are stored together, and so are the shipment and the end of the execution. */
public final class BothOrNeither {

    record Order(String id) {}

    private final Shop shop;
    private final R2dbcEngine engine;

    private BothOrNeither(Shop shop) {
        this.shop = shop;
        this.engine = R2dbcEngine.on(shop.connections());
    }

    public static void main(String[] args) {
        Example.printOn(args, BothOrNeither::run).block();
    }

    static Flux<String> run(String url) {
        return Flux.usingWhen(
                Mono.fromSupplier(() -> new BothOrNeither(new Shop(ConnectionFactories.get(url)))),
                example -> example.engine.prepare().then(example.shop.open()).thenMany(Flux.defer(example::sell)),
                example -> example.engine.close());
    }

    private Flux<String> sell() {
        return Flux.concat(
                order("A-1", Mono.empty()).flatMapMany(this::shipped),
                order("A-2", Mono.error(new IllegalStateException("the card is refused")))
                        .map(stored -> "A-2 is ordered")
                        .onErrorResume(
                                IllegalStateException.class, no -> Mono.just("A-2 never was: " + no.getMessage())),
                shop.orders().map(ids -> "ordered: " + ids),
                shop.shipments().map(ids -> "shipped: " + ids));
    }

    private Mono<SubmitOutcome> order(String id, Mono<Void> payment) {
        Submit ship = Submit.of("ship").payload(Payload.json(new Order(id)));
        return shop.inTransaction(tx -> shop.insertOrder(tx, id)
                .then(engine.within(tx).executions().submit(ship))
                .delayUntil(stored -> payment));
    }

    private Flux<String> shipped(SubmitOutcome order) {
        return Worker.on(engine)
                .handle("ship", Order.class, this::ship)
                .until(States.ended(engine, List.of(order.executionId())))
                .run()
                .map(InWords::of);
    }

    /** The lease is checked in the commit that stores the shipment, so a worker that lost it ships nothing. */
    private Mono<Payload> ship(TaskContext task, Order order) {
        Payload result = Payload.text("shipped " + order.id());
        return shop.inTransaction(tx -> shop.insertShipment(tx, order.id())
                        .then(engine.within(tx).executions().complete(task.handle(), result)))
                .thenReturn(result); // the worker completes again, and gets the first answer
    }
}
