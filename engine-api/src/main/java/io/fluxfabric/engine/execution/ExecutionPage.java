package io.fluxfabric.engine.execution;

import java.util.List;
import java.util.Optional;

/**
 * One page of a listing.
 *
 * @param next the cursor of the next page; empty on the last one
 */
public record ExecutionPage(List<ExecutionSummary> executions, Optional<String> next) {

    public ExecutionPage {
        executions = List.copyOf(executions);
    }
}
