package io.fluxfabric.engine.chaos.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** How often each fault was injected and survived, and how long recovering took at most. */
final class FaultTally {

    private static final class Row {
        private int injected;
        private int survived;
        private Duration slowest = Duration.ZERO;
    }

    private final Map<String, Row> rows = new LinkedHashMap<>();

    /** @param recovery how long it took after the fault's end; empty if it took too long */
    void add(String fault, Optional<Duration> recovery) {
        Row row = rows.computeIfAbsent(fault, name -> new Row());
        row.injected++;
        recovery.ifPresent(time -> {
            row.survived++;
            row.slowest = time.compareTo(row.slowest) > 0 ? time : row.slowest;
        });
    }

    int injected() {
        return rows.values().stream().mapToInt(row -> row.injected).sum();
    }

    boolean allSurvived() {
        return rows.values().stream().allMatch(row -> row.injected == row.survived);
    }

    List<String> table() {
        List<String> lines = new ArrayList<>();
        lines.add("%-40s %8s %8s %18s".formatted("fault", "injected", "survived", "slowest recovery s"));
        rows.forEach((name, row) -> lines.add(String.format(
                Locale.ROOT,
                "%-40s %8d %8d %18.1f",
                name,
                row.injected,
                row.survived,
                row.slowest.toMillis() / 1000.0)));
        return lines;
    }
}
