package io.fluxfabric.engine.chaos.soak;

import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** How long executions waited for their handler since somebody asked last. */
final class Lag {

    private static final double MILLI = 1e6;

    private final LongAdder nanos = new LongAdder();
    private final LongAdder count = new LongAdder();
    private final LongAccumulator most = new LongAccumulator(Math::max, 0);

    /**
     * @param meanMillis of all that began in the time
     * @param mostMillis the one that waited longest
     */
    record Window(double meanMillis, double mostMillis) {}

    void waited(long waitedNanos) {
        nanos.add(waitedNanos);
        count.increment();
        most.accumulate(waitedNanos);
    }

    /** Ends the window and begins the next. A wait that is told of just now may count half here and half there. */
    Window next() {
        long begun = count.sumThenReset();
        double mean = begun == 0 ? 0 : nanos.sumThenReset() / MILLI / begun;
        return new Window(mean, most.getThenReset() / MILLI);
    }
}
