package io.fluxfabric.engine.chaos.run;

import java.time.Duration;
import java.util.List;

/** What can happen to worker processes, on any database. */
final class CrewFaults {

    static final Duration MOMENT = Duration.ofSeconds(1);
    static final Duration WHILE = Duration.ofSeconds(4);
    static final Duration BEYOND_LEASE = Orders.LEASE.plusSeconds(2);
    private static final Duration SKEW = Duration.ofMinutes(10);

    private CrewFaults() {}

    static List<Fault> of(Crew crew) {
        return List.of(
                Fault.certain("worker killed", MOMENT, crew::killOne, crew::replace),
                Fault.certain("worker frozen beyond its lease", BEYOND_LEASE, crew::freezeOne, crew::thaw),
                new Fault("worker ten minutes off", BEYOND_LEASE, () -> crew.skewOne(SKEW), crew::replace));
    }
}
