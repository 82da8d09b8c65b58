package io.fluxfabric.engine.benchmarks.measure;

import java.util.Arrays;

/** Single times of one round, and their percentiles in milliseconds. */
public final class Latencies {

    private static final double NANOS_PER_MILLI = 1e6;

    private final long[] nanos;
    private int taken;

    public Latencies(int count) {
        this.nanos = new long[count];
    }

    public void add(long time) {
        nanos[taken++] = time;
    }

    public Figures figures() {
        long[] sorted = Arrays.copyOf(nanos, taken);
        Arrays.sort(sorted);
        return Figures.of("p50", at(sorted, 0.5)).and("p99", at(sorted, 0.99)).and("samples", taken);
    }

    private static double at(long[] sorted, double quantile) {
        return sorted[(int) Math.round((sorted.length - 1) * quantile)] / NANOS_PER_MILLI;
    }
}
