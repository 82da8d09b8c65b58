package io.fluxfabric.r2dbc.sqlite;

import java.util.function.BooleanSupplier;

/** Waits for something that must happen, as long as the time limit of the test allows. */
final class Waiting {
    private Waiting() {}

    static void until(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            if (Thread.interrupted()) {
                throw new IllegalStateException("It did not happen");
            }
            Thread.onSpinWait();
        }
    }
}
