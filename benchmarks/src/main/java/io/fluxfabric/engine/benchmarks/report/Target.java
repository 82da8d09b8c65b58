package io.fluxfabric.engine.benchmarks.report;

import java.util.Optional;

/**
 * Something the engine is meant to reach.
 *
 * @param found what it did reach, if that was measured
 * @param atLeast whether the goal is a floor, and not a ceiling
 */
public record Target(String text, Optional<Double> found, boolean atLeast, double goal) {

    /** How it went. */
    public enum Verdict {
        REACHED("reached"),
        MISSED("missed"),
        NOT_MEASURED("not measured");

        private final String text;

        Verdict(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    public Verdict verdict() {
        return found.map(value -> (atLeast ? value >= goal : value <= goal) ? Verdict.REACHED : Verdict.MISSED)
                .orElse(Verdict.NOT_MEASURED);
    }

    public String goalText() {
        return (atLeast ? ">= " : "<= ") + Numbers.of(goal);
    }
}
