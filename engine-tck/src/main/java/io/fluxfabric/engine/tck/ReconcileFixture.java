package io.fluxfabric.engine.tck;

import io.fluxfabric.engine.reconcile.Reconciler;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.reconcile.ScanReport;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;

/** What the contracts of the reconcilers have in common. */
public interface ReconcileFixture extends EngineFixture {

    Duration LEASE = Duration.ofSeconds(30);

    default ScanReport pass(Reconciler which) {
        return await(engine().reconcilers().pass(which));
    }

    /** Reports are about the whole database, so what earlier tests left behind is done first. */
    @BeforeEach
    default void nothingIsDue() {
        clock().advance(Duration.ofDays(1));
        Reconcilers.ALL.forEach(this::pass);
    }
}
