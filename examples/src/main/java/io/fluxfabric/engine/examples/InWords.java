package io.fluxfabric.engine.examples;

import io.fluxfabric.engine.execution.FailOutcome;
import io.fluxfabric.engine.task.WorkerEvent;

/** The events of a worker as people would tell them. */
public final class InWords {

    private InWords() {}

    public static String of(WorkerEvent event) {
        if (event instanceof WorkerEvent.Started started) {
            return "%s started, attempt %d".formatted(started.kind(), started.attempt());
        }
        if (event instanceof WorkerEvent.Completed completed) {
            return completed.kind() + " completed";
        }
        if (event instanceof WorkerEvent.Failed failed) {
            return "%s failed (%s), %s"
                    .formatted(failed.kind(), failed.failure().message(), next(failed.outcome()));
        }
        if (event instanceof WorkerEvent.Released released) {
            return "%s given back: %s".formatted(released.kind(), released.reason());
        }
        if (event instanceof WorkerEvent.Registered registered) {
            return registered.worker().worker() + " is there";
        }
        if (event instanceof WorkerEvent.Draining draining) {
            return "draining, %d running".formatted(draining.running());
        }
        if (event instanceof WorkerEvent.Drained drained) {
            return drained.worker().worker() + " is gone";
        }
        return event.toString();
    }

    private static String next(FailOutcome outcome) {
        return outcome instanceof FailOutcome.RetryScheduled retry
                ? "again as attempt " + retry.nextAttemptIndex()
                : "for good";
    }
}
