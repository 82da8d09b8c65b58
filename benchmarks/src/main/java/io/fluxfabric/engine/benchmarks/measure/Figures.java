package io.fluxfabric.engine.benchmarks.measure;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a round measured, by name. Immutable: each method gives a copy. */
public record Figures(Map<String, Double> values) {

    private static final double NANOS = 1e9;

    public Figures {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    public static Figures none() {
        return new Figures(Map.of());
    }

    public static Figures of(String name, double value) {
        return none().and(name, value);
    }

    public Figures and(String name, double value) {
        Map<String, Double> more = new LinkedHashMap<>(values);
        more.put(name, value);
        return new Figures(more);
    }

    /** A count. */
    public Figures and(String name, long count) {
        return and(name, (double) count);
    }

    /** A count. */
    public static Figures of(String name, long count) {
        return of(name, (double) count);
    }

    public Figures and(Figures others) {
        Map<String, Double> more = new LinkedHashMap<>(values);
        more.putAll(others.values);
        return new Figures(more);
    }

    /** So many in so many nanoseconds, per second. */
    public static double perSecond(long count, long nanos) {
        return count * NANOS / Math.max(1, nanos);
    }

    /** Submitted from start to middle, taken and completed from middle to end. */
    public static Figures burnDown(int count, long start, long middle, long end) {
        return of("rate", perSecond(count, end - start))
                .and("submit", perSecond(count, middle - start))
                .and("drain", perSecond(count, end - middle));
    }
}
