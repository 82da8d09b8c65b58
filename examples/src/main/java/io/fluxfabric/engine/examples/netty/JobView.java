package io.fluxfabric.engine.examples.netty;

import io.fluxfabric.engine.execution.Execution;

/** What clients get to see of a job. */
record JobView(String id, String state, int attempts) {

    static JobView of(Execution execution) {
        return new JobView(
                execution.id().toString(),
                execution.publicState().literal(),
                execution.attempts().total());
    }
}
