package io.fluxfabric.engine.examples.demo;

import io.fluxfabric.engine.audit.Violation;
import io.fluxfabric.engine.event.CompletionEvent;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.state.TerminalOutcome;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What came of it, by the database's events and by what the workers wrote down beside it.
 *
 * @param completed executions that ended well, by exactly the handler run that the database says ended them
 * @param reclaimed executions whose worker was lost and that another claim went on with
 * @param duplicated ends of an execution beyond its first, in the database's events or as confirmed to workers
 * @param repeated handler runs beyond the first of an execution: its worker was lost before it could say that it was done
 */
record Verdict(
        int submitted, int completed, int reclaimed, int duplicated, int strangers, int repeated, int violations) {

    static Verdict of(Set<ExecutionId> submitted, Ledger ledger, List<Journal.Entry> journal, List<Violation> found) {
        Set<Journal.Entry> ran = journal.stream()
                .filter(entry -> entry.fact() == Journal.Fact.RAN)
                .collect(Collectors.toSet());
        int completed = (int) submitted.stream()
                .filter(id -> ledger.endsOf(id).stream().anyMatch(end -> endedWell(end, ran)))
                .count();
        int events = submitted.stream()
                .mapToInt(id -> Math.max(0, ledger.endsOf(id).size() - 1))
                .sum();
        int known = (int)
                submitted.stream().filter(id -> !ledger.endsOf(id).isEmpty()).count();
        return new Verdict(
                submitted.size(),
                completed,
                (int) ledger.takeovers().stream()
                        .filter(lapse -> lapse.next().isPresent())
                        .count(),
                events + beyondFirst(journal, Journal.Fact.CONFIRMED),
                ledger.ended() - known,
                beyondFirst(journal, Journal.Fact.RAN),
                violationsOf(submitted, found));
    }

    private static boolean endedWell(CompletionEvent end, Set<Journal.Entry> ran) {
        return end.outcome() == TerminalOutcome.SUCCESS
                && ran.contains(
                        new Journal.Entry(Journal.Fact.RAN, end.executionId().toString(), end.epoch()));
    }

    private static int beyondFirst(List<Journal.Entry> journal, Journal.Fact fact) {
        Map<String, Long> times = journal.stream()
                .filter(entry -> entry.fact() == fact)
                .map(Journal.Entry::executionId)
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        return (int) times.values().stream().mapToLong(count -> count - 1).sum();
    }

    /** In a database of the user's there may be other executions, which are none of our business. */
    private static int violationsOf(Set<ExecutionId> submitted, List<Violation> found) {
        Set<String> ours = submitted.stream().map(ExecutionId::toString).collect(Collectors.toCollection(HashSet::new));
        return (int) found.stream()
                .filter(violation -> violation.executionId().map(ours::contains).orElse(true))
                .count();
    }

    int lost() {
        return submitted - completed;
    }

    /** Whether all is as promised, and a worker's leases were really lost on the way. */
    boolean holds() {
        return lost() == 0 && duplicated == 0 && strangers == 0 && violations == 0 && reclaimed > 0;
    }

    /** The last line of the demo. */
    String line() {
        return "submitted=%d completed=%d reclaimed=%d lost=%d duplicated=%d"
                .formatted(submitted, completed, reclaimed, lost(), duplicated);
    }
}
