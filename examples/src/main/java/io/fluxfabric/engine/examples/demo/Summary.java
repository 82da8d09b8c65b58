package io.fluxfabric.engine.examples.demo;

import io.fluxfabric.engine.examples.demo.Ledger.Takeover;
import io.fluxfabric.engine.examples.demo.terminal.Ink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What the demo showed, in figures. */
record Summary(DemoPlan plan, Ledger ledger, List<LapseWatch.Seen> lapses, int held, Duration time) {

    List<String> lines(Verdict verdict) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add(Panels.heading("Summary")
                + Ink.DIM.of("   from the stored events, the workers' own journals and engine.audit()"));
        lines.add(Panels.row("executions submitted", verdict.submitted(), ""));
        for (String worker : DemoPlan.WORKERS) {
            boolean killed = worker.equals(plan.victimName());
            lines.add(Panels.row(
                    "completed by " + worker,
                    ledger.doneBy(worker),
                    killed ? "killed while it held " + held + " leases" : "drained and ended"));
        }
        lines.add(Panels.row("leases lapsed", ledger.takeovers().size(), lapses.size() + " told by watchExpired()"));
        lines.add(Panels.row("taken over", verdict.reclaimed(), longestWait()));
        lines.add(Panels.row("handlers run again", verdict.repeated(), "had worked, killed before saying so"));
        lines.add(Panels.row("completed more than once", verdict.duplicated(), ""));
        lines.add(Panels.row("audit violations", verdict.violations(), ""));
        lines.add(Panels.row("time", Panels.seconds(time), ""));
        lines.add("");
        lines.add(
                verdict.holds()
                        ? Ink.GREEN.of("✓ nothing lost, nothing completed twice")
                        : Ink.RED.of("✗ not as promised"));
        return lines;
    }

    private String longestWait() {
        Optional<Duration> longest = lapses.stream()
                .flatMap(seen -> ledger.takeoverOf(seen.lease().executionId()).flatMap(Takeover::next).stream()
                        .map(next -> Panels.waited(seen, next)))
                .max(Comparator.naturalOrder());
        return longest.map(wait -> "at most " + Panels.seconds(wait) + " after their lease ended")
                .orElse("");
    }
}
