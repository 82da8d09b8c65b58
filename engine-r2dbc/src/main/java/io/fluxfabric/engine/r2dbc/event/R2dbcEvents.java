package io.fluxfabric.engine.r2dbc.event;

import io.fluxfabric.engine.event.CompletionEvent;
import io.fluxfabric.engine.event.Cursor;
import io.fluxfabric.engine.event.Events;
import io.fluxfabric.engine.event.LeaseEvent;
import io.fluxfabric.engine.event.OperatorEvent;
import io.fluxfabric.engine.event.WorkerEvent;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import java.util.Optional;
import reactor.core.publisher.Flux;

/** Events of one namespace. */
public final class R2dbcEvents implements Events {

    private final Kit kit;

    public R2dbcEvents(Kit kit) {
        this.kit = kit;
    }

    @Override
    public Flux<CompletionEvent> completions(Optional<Cursor> after) {
        return CompletionEvents.STREAM.read(kit, after);
    }

    @Override
    public Flux<LeaseEvent> leases(Optional<Cursor> after) {
        return LeaseEvents.STREAM.read(kit, after);
    }

    @Override
    public Flux<OperatorEvent> operators(Optional<Cursor> after) {
        return OperatorEvents.STREAM.read(kit, after);
    }

    @Override
    public Flux<WorkerEvent> workers(Optional<Cursor> after) {
        return WorkerEvents.STREAM.read(kit, after);
    }
}
