package io.fluxfabric.engine.worker;

import java.util.List;
import java.util.Optional;

/**
 * One page of a listing.
 *
 * @param next the cursor of the next page; empty on the last one
 */
public record WorkerPage(List<RegisteredWorker> workers, Optional<String> next) {

    public WorkerPage {
        workers = List.copyOf(workers);
    }
}
