package io.fluxfabric.engine.r2dbc;

import io.fluxfabric.engine.id.Namespace;
import io.fluxfabric.engine.r2dbc.execution.ExecutionsWithin;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.wake.WakeUps;

/** The engine within a transaction of the application, on the application's connection. */
public final class Within {

    private final Kit kit;
    private final WakeUps wakeUps;

    Within(Kit kit, WakeUps wakeUps) {
        this.kit = kit;
        this.wakeUps = wakeUps;
    }

    /** The same in another namespace. */
    public Within namespace(String namespace) {
        return new Within(kit.in(Namespace.of(namespace)), wakeUps);
    }

    /** Executions, changed when the transaction commits. */
    public ExecutionsWithin executions() {
        return new ExecutionsWithin(kit, wakeUps);
    }
}
