package io.fluxfabric.engine.r2dbc.reconcile;

import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Session;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import reactor.core.publisher.Mono;

/** One kind of housekeeping as the runner of passes knows it. */
interface Pass {

    /**
     * What an idle database is asked: answers {@code lag_ms}, for how long the oldest has been due, and no row or NULL when
     * nothing is.
     */
    Sql lag();

    /** The values of {@link #lag()}. */
    default Binds binds(int batch) {
        return Binds.of("batch", batch);
    }

    /** Does up to so much of what is due, in the transaction it is given. */
    Mono<Batch> batch(Session session, int size);

    /** How many rows a batch looked at, and how many of these it changed. */
    record Batch(long scanned, long changed) {

        static final Batch NONE = new Batch(0, 0);

        Batch plus(Batch other) {
            return new Batch(scanned + other.scanned, changed + other.changed);
        }
    }
}
