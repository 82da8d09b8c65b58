package io.fluxfabric.engine.examples.priorities;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.examples.Example;
import io.fluxfabric.engine.examples.InWords;
import io.fluxfabric.engine.examples.States;
import io.fluxfabric.engine.execution.Explanation;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.execution.SubmitOutcome;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.task.Worker;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The most urgent comes first, except to a worker that lacks what it requires; {@code explain} says so. */
public final class Priorities {

    private Priorities() {}

    public static void main(String[] args) {
        Example.print(args, Priorities::run).block();
    }

    static Flux<String> run(Engine engine) {
        Flux<Submit> jobs = Flux.just(
                Submit.of("newsletter"),
                Submit.of("monthly-report").priority(10),
                Submit.of("reset-password").priority(900),
                Submit.of("render-video").priority(9000).requires("gpu"));

        return engine.executions()
                .submitAll(jobs)
                .map(SubmitOutcome::executionId)
                .collectList()
                .flatMapMany(ids -> work(engine, ids.subList(0, 3), ids.get(3)));
    }

    private static Flux<String> work(Engine engine, List<ExecutionId> ordinary, ExecutionId video) {
        // One slot, so that the order is seen.
        Worker laptop = Worker.on(engine).identity("laptop").concurrency(1).otherwise(task -> Mono.empty());
        Worker workstation = laptop.identity("workstation").offers("gpu");

        return Flux.concat(
                laptop.until(States.ended(engine, ordinary)).run().map(InWords::of),
                engine.executions().explain(video).map(Explanation::sentence),
                workstation.until(States.ended(engine, List.of(video))).run().map(InWords::of));
    }
}
