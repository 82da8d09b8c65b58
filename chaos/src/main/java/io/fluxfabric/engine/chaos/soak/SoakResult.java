package io.fluxfabric.engine.chaos.soak;

import io.fluxfabric.engine.audit.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a run found.
 *
 * @param rate the rate that was wanted, per second
 * @param held the rate at which submits were answered
 * @param open executions that are stored and have not completed
 * @param troubles what should not happen without faults, in words
 */
record SoakResult(
        SoakPlan plan,
        double rate,
        double held,
        long submitted,
        long completed,
        long open,
        List<Violation> violations,
        List<String> troubles,
        List<Sample> samples) {

    /** What the last moment's unanswered submits may be short of. */
    private static final double HELD = 0.99;

    /** All that was submitted has completed, nothing else is stored, and the stored rows are as they should be. */
    boolean holds() {
        return completed == submitted && open == 0 && violations.isEmpty();
    }

    long lost() {
        return submitted - completed;
    }

    /** What became of a figure after the warm-up. */
    Trend trend(Figure figure) {
        return Trend.of(
                figure, samples.stream().filter(sample -> !sample.warmUp()).toList());
    }

    /** What a reader of the figures must know. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (held < HELD * rate) {
            notes.add(String.format(Locale.ROOT, "the rate was not held: %.1f/s instead of %.1f/s", held, rate));
        }
        if (open > 0) {
            notes.add(open + " stored executions have not completed");
        }
        violations.forEach(violation -> notes.add("violated: " + violation));
        notes.addAll(troubles);
        return notes;
    }

    /** Everything in one line. */
    String line() {
        return String.format(
                Locale.ROOT,
                "rate=%.0f submitted=%d completed=%d lost=%d heap_slope_mib_per_h=%.1f dead_tuples_end=%.0f",
                rate,
                submitted,
                completed,
                lost(),
                trend(Figure.HEAP).slope(),
                trend(Figure.DEAD_TUPLES).end());
    }
}
