package io.fluxfabric.engine.chaos.run;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Something that goes wrong for a while.
 *
 * @param lasts for how long
 * @param strike makes it go wrong; false if its moment did not come, and then it counts for nothing
 * @param heal puts it right again, also if its moment did not come
 */
record Fault(String name, Duration lasts, BooleanSupplier strike, Runnable heal) {

    /** One that needs no moment. */
    static Fault certain(String name, Duration lasts, Runnable strike, Runnable heal) {
        return new Fault(
                name,
                lasts,
                () -> {
                    strike.run();
                    return true;
                },
                heal);
    }
}
