package io.fluxfabric.engine.task;

import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * The threads that all workers of a process share: a few, whatever the number of tasks.
 *
 * <p>Handlers do not start on a driver's event loop, nor on the threads that other parts of the application time their waits on,
 * because one handler that blocks would stop them all. Renewal and self-fencing have a thread that no handler starts on, so
 * that they go on even then.
 */
final class WorkerThreads {

    private static final class OfHandlers {
        private static final Scheduler SHARED = Schedulers.newParallel(
                "fluxfabric-handler", Runtime.getRuntime().availableProcessors(), true);
    }

    private static final class OfTimer {
        private static final Scheduler SHARED = Schedulers.newSingle("fluxfabric-worker", true);
    }

    private WorkerThreads() {}

    /** Where handlers start unless another scheduler is named; its threads must not block. */
    static Scheduler handlers() {
        return OfHandlers.SHARED;
    }

    /** What renewal, self-fencing and pauses wait on. */
    static Scheduler timer() {
        return OfTimer.SHARED;
    }
}
