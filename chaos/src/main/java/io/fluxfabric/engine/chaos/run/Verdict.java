package io.fluxfabric.engine.chaos.run;

import io.fluxfabric.engine.event.CompletionEvent;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.state.TerminalOutcome;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What came of it, by the database's events and by what the workers wrote down beside it.
 *
 * @param submitted executions whose submission was acknowledged
 * @param completed those of them that ended well, by exactly the handler run that the database says ended them
 * @param duplicated ends of an execution beyond its first, in the database's events or as confirmed to workers
 * @param violations what the audit found, and ends of executions that nobody submitted
 */
record Verdict(int submitted, int completed, int faults, int duplicated, int violations, boolean recovered) {

    static Verdict of(
            Set<ExecutionId> submitted,
            Collection<CompletionEvent> ends,
            List<Journal.Entry> journal,
            int violations,
            FaultTally faults) {
        Set<Journal.Entry> ran = journal.stream()
                .filter(entry -> entry.fact() == Journal.Fact.RAN)
                .collect(Collectors.toCollection(HashSet::new));
        long completed = ends.stream()
                .filter(end -> endedWell(end, ran))
                .map(CompletionEvent::executionId)
                .distinct()
                .filter(submitted::contains)
                .count();
        long strangers = ends.stream()
                .filter(end -> !submitted.contains(end.executionId()))
                .count();
        long confirmedTwice = beyondFirst(journal.stream()
                .filter(entry -> entry.fact() == Journal.Fact.CONFIRMED)
                .map(Journal.Entry::executionId)
                .toList());
        long endedTwice = beyondFirst(
                ends.stream().map(end -> end.executionId().toString()).toList());
        return new Verdict(
                submitted.size(),
                (int) completed,
                faults.injected(),
                (int) (endedTwice + confirmedTwice),
                (int) (violations + strangers),
                faults.allSurvived());
    }

    private static boolean endedWell(CompletionEvent end, Set<Journal.Entry> ran) {
        return end.outcome() == TerminalOutcome.SUCCESS
                && ran.contains(
                        new Journal.Entry(Journal.Fact.RAN, end.executionId().toString(), end.epoch()));
    }

    private static long beyondFirst(List<String> ids) {
        Map<String, Long> times =
                ids.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        return times.values().stream().mapToLong(count -> count - 1).sum();
    }

    int lost() {
        return submitted - completed;
    }

    boolean holds() {
        return lost() == 0 && duplicated == 0 && violations == 0 && recovered;
    }

    /** The last line of the run. */
    String line() {
        return "submitted=%d completed=%d faults=%d lost=%d duplicated=%d violations=%d"
                .formatted(submitted, completed, faults, lost(), duplicated, violations);
    }
}
