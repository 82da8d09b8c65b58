package io.fluxfabric.engine.event;

import java.util.Optional;
import reactor.core.publisher.Flux;

/**
 * What happened to the executions of one namespace. A stream gives every event once, in an order in which nothing comes late, from a
 * cursor on (or from the first event there is) up to now, reading pages as they are asked for; then it completes. To go
 * on, ask again with the cursor of the last event.
 */
public interface Events {

    /** Each end of an execution. */
    Flux<CompletionEvent> completions(Optional<Cursor> after);

    /** Each change of a lease's holder. */
    Flux<LeaseEvent> leases(Optional<Cursor> after);

    /** Each act of an operator. */
    Flux<OperatorEvent> operators(Optional<Cursor> after);

    /** What the registry learned about worker instances; heartbeats are not among it. */
    Flux<WorkerEvent> workers(Optional<Cursor> after);
}
