package io.fluxfabric.engine.examples.delays;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.examples.Example;
import io.fluxfabric.engine.examples.States;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.execution.SubmitOutcome;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.task.Worker;
import java.time.Duration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A reminder does not start before its time; an offer that nobody prepares in time expires. */
public final class Delays {

    private static final Duration OFTEN = Duration.ofMillis(50);

    private Delays() {}

    public static void main(String[] args) {
        Example.print(args, Delays::run).block();
    }

    static Flux<String> run(Engine engine) {
        Submit reminder = Submit.of("remind").lane("calendar").delay(Duration.ofMillis(400));
        Submit offer = Submit.of("make-offer").lane("nobody-serves-it").deadline(Duration.ofMillis(200));

        Worker worker = Worker.on(engine).lane("calendar").handle("remind", task -> Mono.just("you have a meeting"));

        // Time alone changes nothing in a database: these look for what is due.
        Flux<?> housekeeping = engine.reconcilers()
                .run(Reconcilers.DELAYED_PROMOTION.every(OFTEN), Reconcilers.EXECUTION_DEADLINE.every(OFTEN));

        return Flux.merge(life(engine, reminder), life(engine, offer))
                .takeUntilOther(Mono.when(worker.run(), housekeeping))
                .concatWith(worker.ended().then(Mono.empty()));
    }

    private static Flux<String> life(Engine engine, Submit submit) {
        return engine.executions()
                .submit(submit)
                .map(SubmitOutcome::executionId)
                .flatMapMany(id -> States.of(engine, id))
                .map(state -> submit.kind() + " is " + state.literal());
    }
}
