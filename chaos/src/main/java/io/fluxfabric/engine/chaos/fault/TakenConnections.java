package io.fluxfabric.engine.chaos.fault;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactory;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A greedy client: it takes connections until the server gives no more, and keeps them. */
public final class TakenConnections {

    private final ConnectionFactory factory;
    private final Deque<Connection> taken = new ConcurrentLinkedDeque<>();

    private TakenConnections(ConnectionFactory factory) {
        this.factory = factory;
    }

    public static TakenConnections of(String r2dbcUrl) {
        return new TakenConnections(ConnectionFactories.get(r2dbcUrl));
    }

    /** Takes what there is, up to the most; gives how many it has now. */
    public Mono<Integer> take(int most) {
        return Flux.range(0, most)
                .concatMap(one -> Mono.<Connection>from(factory.create()), 1)
                .doOnNext(taken::add)
                .onErrorComplete() // The server gives no more, which is the aim.
                .then(Mono.fromSupplier(taken::size));
    }

    /** Gives all back. */
    public Mono<Void> giveBack() {
        return Mono.fromSupplier(taken::poll)
                .flatMap(connection -> Mono.<Void>from(connection.close())
                        .onErrorComplete() // It was broken from the other side, which gives it back as well.
                        .thenReturn(true))
                .repeat(() -> !taken.isEmpty())
                .then();
    }
}
