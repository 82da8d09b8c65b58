package io.fluxfabric.engine.examples.demo;

import io.fluxfabric.engine.examples.demo.Ledger.Takeover;
import io.fluxfabric.engine.examples.demo.Ledger.Tenure;
import io.fluxfabric.engine.examples.demo.terminal.Ink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How things look. No line is wider than 80 columns. */
final class Panels {

    private static final int LEASES_SHOWN = 8;

    private Panels() {}

    static String heading(String text) {
        return Ink.CYAN.of("●") + " " + Ink.BOLD.of(text);
    }

    static String fact(String name, String value) {
        return "  " + Ink.DIM.of(String.format(Locale.ROOT, "%-10s", name)) + " " + value;
    }

    static String row(String name, Object number, String remark) {
        return String.format(Locale.ROOT, "  %-28s ", name)
                + Ink.BOLD.of(String.format(Locale.ROOT, "%8s", number))
                + (remark.isEmpty() ? "" : "   " + Ink.DIM.of(remark));
    }

    static List<String> workers(List<WorkerProcess> workers, Ledger ledger) {
        return workers.stream().map(worker -> worker(worker, ledger)).toList();
    }

    private static String worker(WorkerProcess worker, Ledger ledger) {
        String name = worker.name();
        return "  " + name + "  " + Ink.DIM.of("pid " + String.format(Locale.ROOT, "%-8d", worker.pid()))
                + (worker.isAlive() ? Ink.GREEN.of("alive ") : Ink.RED.of("killed"))
                + String.format(Locale.ROOT, "  holds %4d  done %5d", ledger.heldBy(name), ledger.doneBy(name));
    }

    /** The leases that lapsed, the first ones one by one, and how each execution went on. */
    static List<String> lapsed(List<LapseWatch.Seen> leases, Ledger ledger) {
        List<String> lines = new ArrayList<>();
        lines.add("  "
                + Ink.DIM.of(String.format(
                        Locale.ROOT,
                        "%-14s %-9s %-18s %-19s %s",
                        "execution",
                        "lapsed",
                        "held by",
                        "resumed by",
                        "waited")));
        leases.stream().limit(LEASES_SHOWN).forEach(seen -> lines.add("  " + lapse(seen, ledger)));
        if (leases.size() > LEASES_SHOWN) {
            lines.add("  " + Ink.DIM.of("… and " + (leases.size() - LEASES_SHOWN) + " more"));
        }
        return lines;
    }

    private static String lapse(LapseWatch.Seen seen, Ledger ledger) {
        String id = seen.lease().executionId().toString();
        Optional<Tenure> successor =
                ledger.takeoverOf(seen.lease().executionId()).flatMap(Takeover::next);
        String next = successor
                .map(tenure -> tenure.holder() + ", epoch " + tenure.epoch())
                .orElse("…");
        String waited = successor.map(tenure -> seconds(waited(seen, tenure))).orElse("");
        boolean ended = !ledger.endsOf(seen.lease().executionId()).isEmpty();
        return "…" + id.substring(id.length() - 12) + "  "
                + String.format(Locale.ROOT, "%-9s ", "+" + seconds(seen.sinceKill()))
                + Ink.RED.of(String.format(
                        Locale.ROOT,
                        "%-18s ",
                        seen.lease().holder().instance().value() + ", epoch "
                                + seen.lease().epoch()))
                + Ink.GREEN.of(String.format(Locale.ROOT, "%-19s ", next))
                + String.format(Locale.ROOT, "%-7s", waited)
                + (ended ? Ink.GREEN.of("✓ done") : "");
    }

    /** From the end of the old lease to the beginning of the new one, by the database's clock. */
    static Duration waited(LapseWatch.Seen seen, Tenure next) {
        return Duration.between(seen.lease().expiredAt(), next.since());
    }

    static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.2f s", time.toMillis() / 1000.0);
    }
}
