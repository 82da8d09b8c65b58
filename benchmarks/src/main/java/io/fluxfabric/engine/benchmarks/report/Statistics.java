package io.fluxfabric.engine.benchmarks.report;

import java.util.Arrays;

/** The middle of some values, and how far they lie apart. The deviation is that of a sample, and zero for a single value. */
public record Statistics(int count, double median, double min, double max, double deviation) {

    public static Statistics of(double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("no values");
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int last = sorted.length - 1;
        double median = (sorted[last / 2] + sorted[(last + 1) / 2]) / 2;
        return new Statistics(sorted.length, median, sorted[0], sorted[last], deviation(sorted));
    }

    private static double deviation(double[] values) {
        if (values.length == 1) {
            return 0;
        }
        double mean = Arrays.stream(values).average().orElseThrow();
        double squares = Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .sum();
        return Math.sqrt(squares / (values.length - 1));
    }
}
