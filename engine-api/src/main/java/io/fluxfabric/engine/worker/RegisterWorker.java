package io.fluxfabric.engine.worker;

import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.id.Capabilities;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.id.WorkerIdentity;
import java.time.Duration;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An instance that is there, and what it serves.
 *
 * @param lanes from where it claims
 * @param livenessTtl how long it may stay silent before it counts as dead
 */
public record RegisterWorker(
        WorkerIdentity worker, Set<LaneId> lanes, Capabilities capabilities, Duration livenessTtl) {

    /** The most lanes of one instance. */
    public static final int MAX_LANES = 256;

    private static final Duration DEFAULT_TTL = Duration.ofSeconds(30);

    public RegisterWorker {
        if (lanes.size() > MAX_LANES) {
            throw ValidationException.tooLarge(ErrorCode.INVALID_INPUT, "lanes", "entries", MAX_LANES, lanes.size());
        }
        lanes = Collections.unmodifiableSet(new TreeSet<>(lanes));
    }

    /** An instance that serves no lane yet, offers nothing special, and may stay silent for 30 seconds. */
    public static RegisterWorker as(WorkerIdentity worker) {
        return new RegisterWorker(worker, Set.of(), Capabilities.none(), DEFAULT_TTL);
    }

    public static RegisterWorker as(String worker, String instance) {
        return as(WorkerIdentity.of(worker, instance));
    }

    public RegisterWorker lanes(String... names) {
        return new RegisterWorker(
                worker, Stream.of(names).map(LaneId::of).collect(Collectors.toSet()), capabilities, livenessTtl);
    }

    public RegisterWorker offers(String... tokens) {
        return offers(Capabilities.offered(tokens));
    }

    public RegisterWorker offers(Capabilities offered) {
        return new RegisterWorker(worker, lanes, offered, livenessTtl);
    }

    public RegisterWorker livenessTtl(Duration ttl) {
        return new RegisterWorker(worker, lanes, capabilities, ttl);
    }
}
