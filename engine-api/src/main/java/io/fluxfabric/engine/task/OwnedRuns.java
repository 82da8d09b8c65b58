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
    private Mono<Void> newest = Mono.empty();

    /** Starts a worker's life, and tells its outlet of the end. */
    void own(Mono<Void> life, Outlet outlet) {
        entered();
        life.doFinally(signal -> left()).subscribe(nothing -> {}, outlet::error, outlet::complete);
    }

    /**
     * The same for lives that may not overlap, as those of an instance with a name: the registry would take the end of one for the
     * end of the next. Each waits for the one before, and is not lived at all if it is stopped meanwhile.
     */
    void ownInTurn(WorkerRun run, Outlet outlet) {
        Sinks.Empty<Void> over = Sinks.empty();
        Mono<Void> life = Mono.defer(() -> run.isStopped() ? Mono.empty() : run.life());
        own(following(over).then(life).doFinally(signal -> over.tryEmitEmpty()), outlet);
    }

    private synchronized Mono<Void> following(Sinks.Empty<Void> over) {
        Mono<Void> before = newest;
        newest = over.asMono();
        return before;
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
