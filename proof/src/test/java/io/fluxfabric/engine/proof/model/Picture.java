package io.fluxfabric.engine.proof.model;

import io.fluxfabric.engine.Scope;
import io.fluxfabric.engine.event.CompletionEvent;
import io.fluxfabric.engine.event.LeaseEvent;
import io.fluxfabric.engine.execution.Attempt;
import io.fluxfabric.engine.execution.Execution;
import io.fluxfabric.engine.execution.ExecutionSummary;
import io.fluxfabric.engine.execution.ListExecutions;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.state.LaneState;
import io.fluxfabric.engine.worker.ListWorkers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import reactor.core.publisher.Flux;

/** Everything there is in a namespace, in lines that are the same for the engine and the model. */
final class Picture {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private Picture() {}

    static List<String> of(Model model) {
        List<String> lines = new ArrayList<>();
        model.executions.stream()
                .filter(execution -> !execution.forgotten)
                .sorted(Comparator.comparing(execution -> execution.name))
                .forEach(execution -> add(lines, execution));
        model.lanes.forEach((lane, state) -> addLane(lines, lane, state));
        counts(model).forEach((count, executions) -> lines.add(count + " " + executions));
        model.workers.forEach((instance, worker) ->
                addWorker(lines, worker.worker, instance, worker.alive(model.now), worker.draining));
        return lines;
    }

    private static Map<String, Long> counts(Model model) {
        return model.executions.stream()
                .filter(execution -> !execution.forgotten)
                .collect(Collectors.groupingBy(
                        execution -> "count " + Cast.lane(execution.asked.lane()) + " " + execution.state.publicState(),
                        TreeMap::new,
                        Collectors.counting()));
    }

    private static void add(List<String> lines, Exec execution) {
        lines.add(line(
                execution.name,
                execution.state,
                execution.priority,
                execution.attempts.size(),
                execution.current,
                execution.retries,
                execution.replays,
                execution.reclaims,
                execution.progress,
                execution.delayUntil,
                execution.deadline,
                execution.timeoutAt,
                execution.startedAt,
                execution.terminalAt));
        if (execution.lease != null) {
            lines.add("  held by %s epoch %d until %d"
                    .formatted(execution.lease.holder, execution.lease.epoch, execution.lease.expiresAt));
        }
        for (int index = 0; index < execution.attempts.size(); index++) {
            Exec.Try attempt = execution.attempts.get(index);
            lines.add("  attempt %d %s %s %s by %s epoch %d ended %s retry %s failure %s"
                    .formatted(
                            index,
                            attempt.type,
                            attempt.lifecycle,
                            attempt.outcome,
                            attempt.lease.holder,
                            attempt.lease.epoch,
                            attempt.endedAt,
                            attempt.retryAt,
                            attempt.failure));
        }
        lines.add("  leases " + execution.leaseEvents);
        lines.add("  completions " + execution.completions);
    }

    private static String line(Object... facts) {
        return "%s %s priority %s attempts %s at %s retries %s replays %s reclaims %s progress %s delay %s deadline %s timeout %s started %s ended %s"
                .formatted(facts);
    }

    private static void addLane(List<String> lines, String lane, LaneState state) {
        if (state != LaneState.ACTIVE) {
            lines.add("lane " + lane + " " + state);
        }
    }

    private static void addWorker(List<String> lines, String worker, String instance, boolean alive, boolean draining) {
        lines.add("worker %s/%s %s%s"
                .formatted(worker, instance, alive ? "alive" : "lapsed", draining ? " draining" : ""));
    }

    static List<String> of(Stage stage) {
        Scope scope = stage.node(false).namespace(stage.namespace());
        Map<ExecutionId, List<LeaseEvent>> leases = await(scope.events().leases(Optional.empty())).stream()
                .collect(Collectors.groupingBy(LeaseEvent::executionId));
        Map<ExecutionId, List<CompletionEvent>> ends = await(scope.events().completions(Optional.empty())).stream()
                .collect(Collectors.groupingBy(CompletionEvent::executionId));
        List<String> lines = new ArrayList<>();
        await(scope.executions().list(ListExecutions.all())).stream()
                .map(ExecutionSummary::id)
                .sorted(Comparator.comparing(stage::nameOf))
                .forEach(id -> {
                    add(lines, stage, scope, id);
                    lines.add("  leases "
                            + Flux.fromIterable(leases.getOrDefault(id, List.of()))
                                    .map(Picture::text)
                                    .collectList()
                                    .block());
                    lines.add("  completions "
                            + Flux.fromIterable(ends.getOrDefault(id, List.of()))
                                    .map(Picture::text)
                                    .collectList()
                                    .block());
                });
        await(scope.lanes().list()).forEach(lane -> addLane(lines, lane.id().value(), lane.state()));
        await(scope.lanes().counts()).stream()
                .filter(count -> count.executions() != 0)
                .map(count -> "count %s %s %d".formatted(count.lane().value(), count.publicState(), count.executions()))
                .sorted()
                .forEach(lines::add);
        await(scope.workers().list(ListWorkers.all()))
                .forEach(worker -> addWorker(
                        lines,
                        worker.worker().worker().value(),
                        worker.worker().instance().value(),
                        worker.alive(),
                        worker.draining()));
        return lines;
    }

    private static String text(LeaseEvent event) {
        return "%s attempt %d epoch %d".formatted(event.type(), event.attemptIndex(), event.epoch());
    }

    private static String text(CompletionEvent event) {
        return "%s attempt %s epoch %d"
                .formatted(event.outcome(), event.attemptIndex().orElse(null), event.epoch());
    }

    private static void add(List<String> lines, Stage stage, Scope scope, ExecutionId id) {
        Execution execution =
                Objects.requireNonNull(scope.executions().describe(id).block(PATIENCE));
        Execution.Attempts attempts = execution.attempts();
        Execution.Times times = execution.times();
        lines.add(line(
                stage.nameOf(id),
                execution.state(),
                execution.priority().value(),
                attempts.total(),
                attempts.currentIndex().orElse(null),
                attempts.retries(),
                attempts.replays(),
                attempts.reclaims(),
                execution
                        .progress()
                        .flatMap(Execution.ReportedProgress::percent)
                        .orElse(null),
                at(stage, times.delayUntil()),
                at(stage, times.deadline()),
                at(stage, times.attemptTimeoutAt()),
                at(stage, times.startedAt()),
                at(stage, times.terminalAt())));
        execution
                .lease()
                .ifPresent(lease -> lines.add("  held by %s epoch %d until %d"
                        .formatted(lease.holder(), lease.epoch(), stage.at(lease.expiresAt()))));
        for (Attempt attempt : await(scope.executions().attempts(id))) {
            lines.add("  attempt %d %s %s %s by %s epoch %d ended %s retry %s failure %s"
                    .formatted(
                            attempt.index(),
                            attempt.type(),
                            attempt.lifecycle(),
                            attempt.outcome().orElse(null),
                            attempt.worker(),
                            attempt.epoch(),
                            at(stage, attempt.endedAt()),
                            at(stage, attempt.retryAt()),
                            attempt.failureClass().orElse(null)));
        }
    }

    private static Long at(Stage stage, Optional<Instant> instant) {
        return instant.map(stage::at).orElse(null);
    }

    private static <T> List<T> await(Flux<T> flux) {
        return Objects.requireNonNull(flux.collectList().block(PATIENCE));
    }
}
