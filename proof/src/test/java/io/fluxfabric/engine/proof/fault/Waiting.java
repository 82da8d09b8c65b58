package io.fluxfabric.engine.proof.fault;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/** Waits for what others do, with a deadline that only a real failure meets. */
final class Waiting {

    static final Duration PATIENCE = Duration.ofSeconds(60);

    private Waiting() {}

    static void until(String what, BooleanSupplier condition) {
        until(() -> what, condition, PATIENCE);
    }

    static void until(Supplier<String> what, BooleanSupplier condition, Duration patience) {
        if (!within(patience, condition)) {
            throw new AssertionError("waited in vain for " + what.get());
        }
    }

    /** Whether it came true in time. */
    static boolean within(Duration patience, BooleanSupplier condition) {
        long end = System.nanoTime() + patience.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            Mono.delay(Duration.ofMillis(5)).block();
        }
        return true;
    }
}
