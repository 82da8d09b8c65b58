package io.fluxfabric.engine.examples.demo.terminal;

import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** How much of a known amount is done, and how fast. */
public final class ProgressBar {

    private static final int WIDTH = 32;

    private final int total;
    private final long started = System.nanoTime();
    private long ended;

    public ProgressBar(int total) {
        this.total = total;
    }

    /** The bar with its figures; the rate is that of the whole time so far, and stands still from the moment all is done. */
    public String at(int done) {
        if (done >= total && ended == 0) {
            ended = System.nanoTime();
        }
        int full = (int) ((long) WIDTH * done / total);
        return Ink.GREEN.of("█".repeat(full))
                + Ink.DIM.of("░".repeat(WIDTH - full))
                + String.format(Locale.ROOT, "  %d/%d  ", done, total)
                + Ink.DIM.of(String.format(Locale.ROOT, "%.0f/s", done / seconds()));
    }

    private double seconds() {
        long until = ended == 0 ? System.nanoTime() : ended;
        return Math.max(1, until - started) / (double) TimeUnit.SECONDS.toNanos(1);
    }
}
