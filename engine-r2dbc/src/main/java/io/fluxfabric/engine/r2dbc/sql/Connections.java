package io.fluxfabric.engine.r2dbc.sql;

import io.r2dbc.spi.Connection;
import reactor.core.publisher.Mono;

/**
 * Where operations get their connections from, by what they are going to do. Closing a connection gives it back; each
 * subscription takes one more.
 */
public interface Connections {

    /** For statements that write. */
    Mono<? extends Connection> writer();

    /** For statements that only read. */
    Mono<? extends Connection> reader();

    /** For heartbeats, renewals and reconcilers: kept apart, so that a flood of work cannot starve them. */
    Mono<? extends Connection> maintenance();

    /** One of its own for who keeps it for long, outside all pools; closing it closes it. */
    Mono<? extends Connection> dedicated();

    /** Closes all of them but the dedicated ones. Completes when they are closed. */
    Mono<Void> close();
}
