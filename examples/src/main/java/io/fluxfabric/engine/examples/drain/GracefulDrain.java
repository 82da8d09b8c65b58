package io.fluxfabric.engine.examples.drain;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.examples.Example;
import io.fluxfabric.engine.examples.InWords;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.execution.SubmitOutcome;
import io.fluxfabric.engine.task.Worker;
import io.fluxfabric.engine.task.WorkerEvent;
import java.time.Duration;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** A worker is told to end: what can finish within the grace does, the rest is given back for others to go on with. */
public final class GracefulDrain {

    private GracefulDrain() {}

    public static void main(String[] args) {
        Example.print(args, GracefulDrain::run).block();
    }

    static Flux<String> run(Engine engine) {
        Sinks.Empty<Void> stop = Sinks.empty(); // in a service: the signal that ends the process

        Worker worker = Worker.on(engine)
                .handle("nearly-done", task -> stop.asMono().thenReturn("just in time"))
                .handle("takes-hours", task -> Mono.never())
                .until(stop.asMono())
                .drainGrace(Duration.ofMillis(500));

        Flux<WorkerEvent> running = worker.run().doOnNext(event -> {
            if (event instanceof WorkerEvent.Started started
                    && "takes-hours".equals(started.kind().value())) {
                stop.tryEmitEmpty();
            }
        });

        return engine.executions()
                .submitAll(Flux.just(Submit.of("nearly-done").priority(1), Submit.of("takes-hours")))
                .collectList()
                .flatMapMany(submitted -> running.map(InWords::of).concatWith(whatIsLeft(engine, submitted)));
    }

    private static Flux<String> whatIsLeft(Engine engine, List<SubmitOutcome> submitted) {
        return Flux.fromIterable(submitted)
                .concatMap(job -> engine.executions().describe(job.executionId()))
                .map(job -> job.kind() + " is " + job.publicState().literal());
    }
}
