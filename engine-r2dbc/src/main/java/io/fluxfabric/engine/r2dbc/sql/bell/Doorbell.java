package io.fluxfabric.engine.r2dbc.sql.bell;

import io.fluxfabric.engine.r2dbc.sql.Tx;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Tells the other processes on the database that there may be work, and hears it from them. A ring may be lost, or be for nothing. */
public interface Doorbell {

    /** A ring that does not say where: look everywhere. */
    String ANYWHERE = "*";

    /**
     * What others ring, until the end. Begins anew by itself when the database was away. It completes when it has given back what
     * it listened with.
     */
    Flux<String> rings(Mono<Void> end);

    /** Rings at all the others. */
    Mono<Void> ring(String where);

    /** Rings when a transaction that is not ours commits, at this process too. */
    Mono<Void> ringAtCommit(Tx theirs, String where);

    /** How long a note to {@link #ring} may be, in bytes. */
    int longest();
}
