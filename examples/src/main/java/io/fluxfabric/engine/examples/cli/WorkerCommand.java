package io.fluxfabric.engine.examples.cli;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.task.Worker;
import io.fluxfabric.engine.task.WorkerEvent;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Runs executions until it is told to stop. */
@Command(
        name = "worker",
        description = {
            "Run executions until Ctrl-C, which lets what runs finish. Prints what happens.",
            "Handles the kinds echo (returns its payload), sleep (for its payload in ms) and fail."
        },
        mixinStandardHelpOptions = true)
final class WorkerCommand implements Callable<Integer> {

    @Mixin
    private DatabaseOption database = new DatabaseOption();

    @Mixin
    private NamespaceOption namespace = new NamespaceOption();

    @Option(names = "--lane", paramLabel = "NAME", description = "A lane to serve; may be repeated (default: default)")
    private List<String> lanes = List.of();

    @Option(names = "--offers", paramLabel = "WORD", description = "A capability to offer; may be repeated.")
    private List<String> offers = List.of();

    @Option(names = "--name", paramLabel = "NAME", description = "What it shares with its siblings (default: worker)")
    private String name = "worker";

    @Option(
            names = "--concurrency",
            paramLabel = "N",
            description = "How many it holds at a time (default: ${DEFAULT-VALUE})",
            defaultValue = "64")
    private int concurrency;

    @Option(
            names = "--lease",
            paramLabel = "TIME",
            description = "How long a lease lasts without renewal (default: ${DEFAULT-VALUE})",
            defaultValue = "30s")
    private Duration lease = Duration.ofSeconds(30);

    @Option(
            names = "--drain-grace",
            paramLabel = "TIME",
            description = "How long what runs may go on after Ctrl-C (default: ${DEFAULT-VALUE})",
            defaultValue = "30s")
    private Duration grace = Duration.ofSeconds(30);

    @Option(names = "--stop-after", paramLabel = "N", description = "Drain and end after so many executions.")
    private long stopAfter = Long.MAX_VALUE;

    @Option(
            names = "--no-housekeeping",
            description = "Leave expired leases, due delays and the rest to other processes.")
    private boolean noHousekeeping;

    @Mixin
    private OutputOption output = new OutputOption();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private long ended;

    @Override
    public Integer call() {
        if (stopAfter < 1) {
            throw new ParameterException(spec.commandLine(), "--stop-after must be at least 1, but is " + stopAfter);
        }
        try (CtrlC stop = CtrlC.within(grace)) {
            database.onPrepared(engine -> {
                Worker worker = worker(engine).until(stop.pressed());
                Flux<?> running = worker.run().doOnNext(event -> told(event, stop));
                return running.then(worker.ended()).takeUntilOther(housework(engine));
            });
        }
        return 0;
    }

    private Worker worker(Engine engine) {
        return BuiltInHandlers.on(Worker.on(namespace.of(engine)))
                .lane(lanes.toArray(String[]::new))
                .offers(offers.toArray(String[]::new))
                .identity(name)
                .concurrency(concurrency)
                .lease(lease)
                .drainGrace(grace);
    }

    /** Goes on beside the worker and ends with it; only an error of its own ends the worker. */
    private Mono<Void> housework(Engine engine) {
        return noHousekeeping ? Mono.never() : engine.reconcilers().run().then().then(Mono.never());
    }

    private void told(WorkerEvent event, CtrlC stop) {
        output.print(EventRow.of(event));
        if (event instanceof WorkerEvent.Completed
                || event instanceof WorkerEvent.Failed
                || event instanceof WorkerEvent.Cancelled) {
            ended++;
            if (ended >= stopAfter) {
                stop.press();
            }
        }
    }
}
