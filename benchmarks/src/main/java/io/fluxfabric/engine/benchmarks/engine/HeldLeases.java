package io.fluxfabric.engine.benchmarks.engine;

import io.fluxfabric.engine.benchmarks.measure.Figures;
import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.lease.RenewOutcome;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Leases that are held for a while, and prolonged together. */
final class HeldLeases {

    private static final int BATCH = 1_000;
    private static final Duration LEASE = Duration.ofMinutes(30);
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final R2dbcEngine engine;
    private List<Handle> held = List.of();

    HeldLeases(R2dbcEngine engine) {
        this.engine = engine;
    }

    /** Takes that many executions off the lane. */
    Figures hold(int count) {
        List<Handle> taken = new ArrayList<>();
        while (taken.size() < count) {
            Claim claim = Claim.lane(Submitter.LANE)
                    .as("bench", "bench-holder")
                    .max(Math.min(BATCH, count - taken.size()))
                    .lease(LEASE);
            List<Handle> some = engine.executions()
                    .claim(claim)
                    .map(Claimed::handle)
                    .collectList()
                    .blockOptional(PATIENCE)
                    .orElseThrow();
            if (some.isEmpty()) {
                throw new IllegalStateException("only " + taken.size() + " of " + count + " can be claimed");
            }
            taken.addAll(some);
        }
        held = taken;
        return Figures.none();
    }

    /** Prolongs them all. */
    Figures renew() {
        long start = System.nanoTime();
        long renewed = engine.leases()
                .renewAll(held)
                .filter(RenewOutcome.Renewed.class::isInstance)
                .count()
                .blockOptional(PATIENCE)
                .orElseThrow();
        long end = System.nanoTime();
        if (renewed != held.size()) {
            throw new IllegalStateException("only " + renewed + " of " + held.size() + " leases were renewed");
        }
        return Figures.of("seconds", (end - start) / 1e9).and("rate", Figures.perSecond(renewed, end - start));
    }

    List<Handle> handles() {
        return held;
    }
}
