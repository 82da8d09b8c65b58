package io.fluxfabric.engine.chaos.soak;

import java.util.List;

/**
 * What became of a figure after the warm-up.
 *
 * @param slope by how much it grew per hour, by least squares over all samples
 */
record Trend(double start, double end, double least, double most, double slope) {

    private static final double HOUR = 3600;

    static Trend of(Figure figure, List<Sample> samples) {
        if (samples.isEmpty()) {
            throw new IllegalArgumentException("no samples, no trend");
        }
        double[] values =
                samples.stream().mapToDouble(sample -> sample.get(figure)).toArray();
        double[] hours =
                samples.stream().mapToDouble(sample -> sample.seconds() / HOUR).toArray();
        double least = values[0];
        double most = values[0];
        for (double value : values) {
            least = Math.min(least, value);
            most = Math.max(most, value);
        }
        return new Trend(values[0], values[values.length - 1], least, most, slope(hours, values));
    }

    private static double slope(double[] x, double[] y) {
        double meanX = mean(x);
        double meanY = mean(y);
        double together = 0;
        double alone = 0;
        for (int i = 0; i < x.length; i++) {
            together += (x[i] - meanX) * (y[i] - meanY);
            alone += (x[i] - meanX) * (x[i] - meanX);
        }
        return alone == 0 ? 0 : together / alone; // one sample goes nowhere
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }
}
