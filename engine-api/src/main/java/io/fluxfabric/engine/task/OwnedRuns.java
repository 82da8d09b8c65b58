package io.fluxfabric.engine.task;

import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * Runs workers on subscriptions of their own. Whoever watches a worker and looks away ends it in good order, which takes
 * longer than a cancelled subscription lives.
 */
final class OwnedRuns {

    private int running;
    private Sinks.Empty<Void> ended = Sinks.empty();

    /** Starts a worker's life, and tells its outlet of the end. */
    void own(Mono<Void> life, Outlet outlet) {
        entered();
        life.doFinally(signal -> left()).subscribe(nothing -> {}, outlet::error, outlet::complete);
    }

    private synchronized void entered() {
        if (running++ == 0) {
            ended = Sinks.empty();
        }
    }

    private void left() {
        Sinks.Empty<Void> last;
        synchronized (this) {
            if (--running > 0) {
                return;
            }
            last = ended;
        }
        last.tryEmitEmpty();
    }

    /** Completes when none is running; at once if none is. */
    Mono<Void> ended() {
        return Mono.defer(this::end);
    }

    private synchronized Mono<Void> end() {
        return running == 0 ? Mono.empty() : ended.asMono();
    }
}
