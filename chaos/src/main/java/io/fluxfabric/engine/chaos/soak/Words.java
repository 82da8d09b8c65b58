package io.fluxfabric.engine.chaos.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Samples and results as lines for people. */
final class Words {

    private static final int MINUTE = 60;
    private static final double MILLI = 1e3;

    private Words() {}

    static String opening(SoakPlan plan, double rate) {
        return String.format(
                Locale.ROOT,
                "FluxFabric soak: %.0f/s for %.2f minutes on an embedded PostgreSQL, what ended is kept for %.1f s",
                rate,
                plan.time().toMillis() / MILLI / MINUTE,
                plan.retention().toMillis() / MILLI);
    }

    static String live(Sample sample) {
        long seconds = (long) sample.seconds();
        return String.format(
                Locale.ROOT,
                "%3d:%02d  submitted %.0f  completed %.0f  backlog %.0f  lag %.1f/%.0f ms  heap %.1f MiB  threads %.0f"
                        + "  connections %.0f  live %.0f  dead %.0f  size %.1f MiB  autovacuums %.0f%s",
                seconds / MINUTE,
                seconds % MINUTE,
                sample.get(Figure.SUBMITTED),
                sample.get(Figure.COMPLETED),
                sample.get(Figure.BACKLOG),
                sample.get(Figure.LAG),
                sample.get(Figure.WORST_LAG),
                sample.get(Figure.HEAP),
                sample.get(Figure.THREADS),
                sample.get(Figure.CONNECTIONS),
                sample.get(Figure.LIVE_TUPLES),
                sample.get(Figure.DEAD_TUPLES),
                sample.get(Figure.TABLE_SIZE),
                sample.get(Figure.AUTOVACUUMS),
                sample.warmUp() ? "  (warm-up)" : "");
    }

    /** A table of all figures after the warm-up, the notes, and the line that says it all. */
    static List<String> of(SoakResult result) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add(String.format(
                Locale.ROOT, "%-24s %12s %12s %12s %12s %14s", "figure", "start", "end", "least", "most", "slope/h"));
        for (Figure figure : Figure.values()) {
            Trend trend = result.trend(figure);
            lines.add(String.format(
                    Locale.ROOT,
                    "%-24s %12.1f %12.1f %12.1f %12.1f %14.1f",
                    figure.text(),
                    trend.start(),
                    trend.end(),
                    trend.least(),
                    trend.most(),
                    trend.slope()));
        }
        result.notes().forEach(note -> lines.add("note: " + note));
        lines.add(result.line());
        return lines;
    }
}
