package io.fluxfabric.engine.benchmarks.run;

import io.fluxfabric.engine.benchmarks.measure.Figures;
import java.io.PrintStream;
import java.util.Locale;

/** Says what happens while it happens. */
public final class Progress {

    private final PrintStream out;
    private final Plan plan;
    private final long start = System.nanoTime();

    public Progress(PrintStream out, Plan plan) {
        this.out = out;
        this.plan = plan;
    }

    public void say(String text) {
        long seconds = (System.nanoTime() - start) / 1_000_000_000L;
        out.printf(Locale.ROOT, "[%3d:%02d] %s%n", seconds / 60, seconds % 60, text);
    }

    Round done(Round round) {
        boolean once = round.scenario() == Scenario.IDLE || round.scenario() == Scenario.IN_FLIGHT;
        String number = round.warmUp() ? "warm-up" : once ? "once" : "round " + round.number() + "/" + plan.rounds();
        String system = round.system().text() + (round.variant().isEmpty() ? "" : " (" + round.variant() + ")");
        say(String.format(Locale.ROOT, "%-15s %-10s %-24s %s", round.scenario().text(), number, system, main(round)));
        return round;
    }

    private static String main(Round round) {
        Scenario.Unit unit = round.scenario().unit();
        Figures figures = round.figures();
        Double value = figures.values().get(unit.figure());
        return value == null ? "" : String.format(Locale.ROOT, "%,.2f %s", value, unit.text());
    }
}
