package io.fluxfabric.engine.r2dbc.lease;

import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.lease.ExpiredLease;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The lapses a watcher has told of before any pass found them, so that it does not tell of them again when one does. Bounded:
 * when there are very many, the oldest are forgotten, for most of them are over in some other way.
 */
final class ToldLapses {

    /** One lease of an execution. */
    private record Lease(ExecutionId execution, long epoch) {}

    private final int most;
    private final Map<Lease, Instant> told = new LinkedHashMap<>();

    ToldLapses(int most) {
        this.most = most;
    }

    /** Whether a lapse that is still unswept is news. A lease that was renewed at the last moment, and lapsed later, is. */
    boolean isNews(ExpiredLease lapsed) {
        return !lapsed.expiredAt().equals(told.get(key(lapsed)));
    }

    /** Notes a lapse; nothing that lapsed from {@code keep} on is forgotten. */
    void note(ExpiredLease lapsed, Instant keep) {
        told.put(key(lapsed), lapsed.expiredAt());
        Map.Entry<Lease, Instant> oldest = told.entrySet().iterator().next();
        if (told.size() > most && oldest.getValue().isBefore(keep)) {
            told.remove(oldest.getKey());
        }
    }

    /** Whether a lapse that was swept is news; asked once, for there is one such event. */
    boolean isNewsWhenSwept(ExpiredLease swept) {
        return told.remove(key(swept)) == null;
    }

    private static Lease key(ExpiredLease lease) {
        return new Lease(lease.executionId(), lease.epoch());
    }
}
