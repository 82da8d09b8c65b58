package io.fluxfabric.engine.benchmarks.run;

import io.fluxfabric.engine.benchmarks.child.SystemName;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What is measured, and with whom. */
public enum Scenario {
    BURN_DOWN("burn-down, 16 bytes", Unit.PER_SECOND),
    BURN_DOWN_4K("burn-down, 4 KiB", Unit.PER_SECOND),
    STEADY("steady state, 1 ms handlers", Unit.PER_SECOND),
    LATENCY("lone task, submit to start", Unit.MILLIS),
    BULK_SUBMIT("bulk submit", Unit.PER_SECOND),
    RENEWALS("renewal of all held leases", Unit.STATEMENTS),
    BACKLOG("drain of a deep backlog", Unit.PER_SECOND),
    UNMATCHED_HEAD("drain behind unmatched work", Unit.PER_SECOND),
    SQLITE("burn-down on a SQLite file", Unit.PER_SECOND),
    IDLE("idle node", Unit.STATEMENTS_PER_SECOND),
    IN_FLIGHT("operations in flight in 256 MiB", Unit.OPERATIONS);

    /** What its main figure is called and counts. */
    public enum Unit {
        PER_SECOND("rate", "/s"),
        MILLIS("p50", "ms"),
        STATEMENTS("statements", "statements"),
        STATEMENTS_PER_SECOND("statementsPerSecond", "statements/s"),
        OPERATIONS("inFlight", "in flight");

        private final String figure;
        private final String text;

        Unit(String figure, String text) {
            this.figure = figure;
            this.text = text;
        }

        public String figure() {
            return figure;
        }

        public String text() {
            return text;
        }
    }

    private final String title;
    private final Unit unit;

    Scenario(String title, Unit unit) {
        this.title = title;
        this.unit = unit;
    }

    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public String title() {
        return title;
    }

    public Unit unit() {
        return unit;
    }

    /** Who takes part, if all may. */
    public Set<SystemName> systems() {
        return switch (this) {
            case BURN_DOWN, BURN_DOWN_4K -> EnumSet.allOf(SystemName.class);
            case STEADY -> EnumSet.of(SystemName.FLUXFABRIC, SystemName.DB_SCHEDULER, SystemName.JOBRUNR);
            case LATENCY, BULK_SUBMIT ->
                EnumSet.of(SystemName.FLUXFABRIC, SystemName.DB_SCHEDULER, SystemName.JOBRUNR, SystemName.RAW);
            default -> EnumSet.of(SystemName.FLUXFABRIC);
        };
    }

    public static Optional<Scenario> parse(String text) {
        return Arrays.stream(values())
                .filter(scenario -> scenario.text().equals(text))
                .findFirst();
    }
}
