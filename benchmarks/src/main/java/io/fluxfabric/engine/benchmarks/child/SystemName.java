package io.fluxfabric.engine.benchmarks.child;

import io.fluxfabric.engine.benchmarks.engine.FluxFabric;
import io.fluxfabric.engine.benchmarks.measure.Contender;
import io.fluxfabric.engine.benchmarks.peer.DbScheduler;
import io.fluxfabric.engine.benchmarks.peer.JobRunrSystem;
import io.fluxfabric.engine.benchmarks.raw.StatementLoop;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The systems that are compared. */
public enum SystemName {
    FLUXFABRIC,
    DB_SCHEDULER,
    JOBRUNR,
    /** The engine's statements in batches of 100, driven by two bare loops. */
    RAW,
    /** The engine's statements one execution at a time, driven by several bare loops. */
    NAIVE;

    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static Optional<SystemName> parse(String text) {
        return Arrays.stream(values()).filter(name -> name.text().equals(text)).findFirst();
    }

    Contender contender() {
        return switch (this) {
            case FLUXFABRIC -> new FluxFabric();
            case DB_SCHEDULER -> new DbScheduler();
            case JOBRUNR -> new JobRunrSystem();
            case RAW -> new StatementLoop(100, 2);
            case NAIVE -> new StatementLoop(1, 16);
        };
    }
}
