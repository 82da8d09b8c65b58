package io.fluxfabric.engine.examples.demo;

import io.fluxfabric.engine.event.Cursor;
import io.fluxfabric.engine.event.Events;
import java.util.Optional;
import reactor.core.publisher.Mono;

/** Follows the event streams from their beginning, each read going on where the last one ended. */
final class EventTail {

    private final Events events;
    private final Ledger ledger = new Ledger();
    private Optional<Cursor> lease = Optional.empty();
    private Optional<Cursor> completion = Optional.empty();

    EventTail(Events events) {
        this.events = events;
    }

    /** Reads what is new. One read at a time. */
    Mono<Ledger> read() {
        return Mono.defer(() -> events.leases(lease)
                .doOnNext(event -> {
                    ledger.add(event);
                    lease = Optional.of(event.cursor());
                })
                .thenMany(events.completions(completion))
                .doOnNext(event -> {
                    ledger.add(event);
                    completion = Optional.of(event.cursor());
                })
                .then(Mono.just(ledger)));
    }
}
