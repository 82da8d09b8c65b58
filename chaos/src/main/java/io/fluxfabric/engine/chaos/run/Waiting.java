package io.fluxfabric.engine.chaos.run;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import reactor.core.publisher.Mono;

/** Waits on the thread that drives a run. */
final class Waiting {

    private static final Duration TICK = Duration.ofMillis(100);

    private Waiting() {}

    /** Looks again and again; false if the time is over. */
    static boolean until(Duration patience, BooleanSupplier reached) {
        long begun = System.nanoTime();
        while (!reached.getAsBoolean()) {
            if (System.nanoTime() - begun > patience.toNanos()) {
                return false;
            }
            pause(TICK);
        }
        return true;
    }

    static void pause(Duration time) {
        Mono.delay(time).block();
    }
}
