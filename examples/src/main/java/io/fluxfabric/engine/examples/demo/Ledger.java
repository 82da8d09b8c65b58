package io.fluxfabric.engine.examples.demo;

import io.fluxfabric.engine.event.CompletionEvent;
import io.fluxfabric.engine.event.LeaseEvent;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.WorkerIdentity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** What the database's own events say: who holds what, who did how much, and who took over from whom. */
final class Ledger {

    private static final String COMPLETED = "completed";

    /** Who had an execution, from when on. */
    record Tenure(String holder, long epoch, Instant since) {}

    /**
     * A lease that lapsed.
     *
     * @param lost whose it was
     * @param lapsedAt when the engine noticed
     * @param next who got the execution after that, if somebody did
     */
    record Takeover(ExecutionId executionId, Tenure lost, Instant lapsedAt, Optional<Tenure> next) {}

    private final Map<ExecutionId, Tenure> held = new HashMap<>();
    private final Map<String, Integer> done = new HashMap<>();
    private final Map<ExecutionId, Takeover> takeovers = new LinkedHashMap<>();
    private final Map<ExecutionId, List<CompletionEvent>> completions = new HashMap<>();

    void add(LeaseEvent event) {
        ExecutionId id = event.executionId();
        String holder = event.holder().map(Ledger::name).orElse("");
        switch (event.type()) {
            case ACQUIRED, RECLAIMED -> acquired(id, new Tenure(holder, event.epoch(), event.at()));
            case EXPIRED -> lapsed(id, event.at());
            case RELEASED -> {
                held.remove(id);
                if (event.reason().filter(COMPLETED::equals).isPresent()) {
                    done.merge(holder, 1, Integer::sum);
                }
            }
            case REVOKED -> held.remove(id);
        }
    }

    private static String name(WorkerIdentity worker) {
        return worker.instance().value();
    }

    private void acquired(ExecutionId id, Tenure tenure) {
        held.put(id, tenure);
        takeovers.computeIfPresent(
                id,
                (same, lapse) -> lapse.next().isPresent()
                        ? lapse
                        : new Takeover(id, lapse.lost(), lapse.lapsedAt(), Optional.of(tenure)));
    }

    private void lapsed(ExecutionId id, Instant at) {
        Tenure lost = Objects.requireNonNull(held.remove(id), () -> "a lease of " + id + " lapsed that never began");
        takeovers.put(id, new Takeover(id, lost, at, Optional.empty()));
    }

    void add(CompletionEvent event) {
        completions
                .computeIfAbsent(event.executionId(), id -> new ArrayList<>())
                .add(event);
    }

    int heldBy(String worker) {
        return (int) held.values().stream()
                .filter(tenure -> tenure.holder().equals(worker))
                .count();
    }

    int doneBy(String worker) {
        return done.getOrDefault(worker, 0);
    }

    /** How many executions have ended. */
    int ended() {
        return completions.size();
    }

    /** All ends of an execution; there should be one. */
    List<CompletionEvent> endsOf(ExecutionId id) {
        return completions.getOrDefault(id, List.of());
    }

    Optional<Takeover> takeoverOf(ExecutionId id) {
        return Optional.ofNullable(takeovers.get(id));
    }

    Collection<Takeover> takeovers() {
        return List.copyOf(takeovers.values());
    }
}
