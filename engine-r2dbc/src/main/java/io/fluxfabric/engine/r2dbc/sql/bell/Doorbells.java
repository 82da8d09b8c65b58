package io.fluxfabric.engine.r2dbc.sql.bell;

import io.fluxfabric.engine.r2dbc.sql.Connections;
import io.fluxfabric.engine.r2dbc.sql.Renderer;
import io.fluxfabric.engine.r2dbc.sql.Tx;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import reactor.core.scheduler.Scheduler;

/** Finds the doorbell of a database. */
public final class Doorbells {

    private Doorbells() {}

    /**
     * The doorbell of the database that is connected to.
     *
     * @param pause how long between two looks, where looking is all one can do
     */
    public static Doorbell of(Connections connections, Tx tx, Renderer renderer, Scheduler timer, Duration pause) {
        return switch (renderer.dialect().connectionShape()) {
            case SERVER -> new PostgresDoorbell(connections.dedicated(), tx, renderer, timer, name());
            case SINGLE_WRITER -> new SqliteDoorbell(connections.dedicated(), renderer, timer, pause);
        };
    }

    /** Tells this engine from others; two with one name would only be a little slower to hear of each other's work. */
    private static String name() {
        return Long.toHexString(ThreadLocalRandom.current().nextLong());
    }
}
