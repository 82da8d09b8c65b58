package io.fluxfabric.engine.chaos.run;

import io.fluxfabric.engine.r2dbc.EngineSettings;
import io.fluxfabric.engine.r2dbc.reconcile.ReconcileFilter;
import io.fluxfabric.engine.r2dbc.reconcile.ReconcileSettings;
import io.fluxfabric.engine.r2dbc.sql.connect.SessionSettings;
import java.time.Duration;

/**
 * What a worker process is to do. They do not travel as arguments, which everybody on the machine can read.
 *
 * @param skewMinutes how wrong the clock of its engine is
 */
record Orders(String url, int partitions, String namespace, String name, String journal, long skewMinutes) {

    static final String KIND = "chaos";
    static final String APPLICATION = "fluxfabric-chaos";

    /** Short, so that faults which outlast it fit into a run. */
    static final Duration LEASE = Duration.ofSeconds(3);

    /** The same with a wrong clock. */
    Orders skewed(long minutes) {
        return new Orders(url, partitions, namespace, name, journal, minutes);
    }

    /** Those of every engine of a run; housekeeping looks after nobody else's executions. */
    static EngineSettings settings(int partitions, String namespace) {
        SessionSettings usual = SessionSettings.defaults();
        return EngineSettings.defaults()
                .partitions(partitions)
                .session(new SessionSettings(APPLICATION, usual.statementTimeout(), usual.lockTimeout()))
                .reconcile(ReconcileSettings.defaults()
                        .filter(ReconcileFilter.all().namespace(namespace)));
    }
}
