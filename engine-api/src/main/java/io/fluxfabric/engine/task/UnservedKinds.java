package io.fluxfabric.engine.task;

import io.fluxfabric.engine.id.ExecutionKind;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How long executions of kinds without a handler are put off. Kinds are the submitters' words, and there is no end to them, so only
 * those that came last are remembered.
 */
final class UnservedKinds {

    static final int REMEMBERED = 1000;

    private static final Duration FIRST = Duration.ofSeconds(2);
    private static final Duration LONGEST = Duration.ofMinutes(1);

    /** In the order in which they last came. */
    private final Map<ExecutionKind, Pauses> pauses = new LinkedHashMap<>();

    /**
     * @param delay for how long to give it back
     * @param isNew whether the kind was not heard of, as far as is remembered
     */
    record Putoff(Duration delay, boolean isNew) {}

    synchronized Putoff came(ExecutionKind kind) {
        Pauses known = pauses.remove(kind);
        Pauses pause = known == null ? new Pauses(FIRST, LONGEST) : known;
        pauses.put(kind, pause);
        if (pauses.size() > REMEMBERED) {
            pauses.remove(pauses.keySet().iterator().next());
        }
        return new Putoff(pause.failed(), known == null);
    }

    synchronized int remembered() {
        return pauses.size();
    }
}
