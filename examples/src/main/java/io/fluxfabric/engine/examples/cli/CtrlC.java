package io.fluxfabric.engine.examples.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Holds the end of the process up, once it was asked for, until the work is closed in an orderly way. */
final class CtrlC implements AutoCloseable {

    /** What closing costs beside the grace. */
    private static final Duration MARGIN = Duration.ofSeconds(15);

    private final Sinks.Empty<Void> pressed = Sinks.empty();
    private final CountDownLatch closed = new CountDownLatch(1);

    private CtrlC() {}

    static CtrlC within(Duration grace) {
        CtrlC ctrlC = new CtrlC();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> ctrlC.holdUp(grace.plus(MARGIN)), "ctrl-c"));
        return ctrlC;
    }

    private void holdUp(Duration longest) {
        press();
        try {
            closed.await(longest.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The same as if somebody pressed it. */
    void press() {
        pressed.tryEmitEmpty();
    }

    /** Completes when the process is to end. */
    Mono<Void> pressed() {
        return pressed.asMono();
    }

    @Override
    public void close() {
        closed.countDown(); // The hook stays, for it cannot be removed once the process ends; it finds nothing to
        // wait for.
    }
}
