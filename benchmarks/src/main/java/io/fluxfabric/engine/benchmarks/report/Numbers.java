package io.fluxfabric.engine.benchmarks.report;

import java.util.Locale;

/** Numbers for people: as many digits as mean something. */
final class Numbers {

    private Numbers() {}

    static String of(double value) {
        if (Double.isNaN(value)) {
            return "-";
        }
        double size = Math.abs(value);
        return String.format(Locale.ROOT, size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f", value);
    }

    static String ratio(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
