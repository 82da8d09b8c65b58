package io.fluxfabric.engine.examples.cli;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.worker.ListWorkers;
import io.fluxfabric.engine.worker.RegisteredWorker;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import reactor.core.publisher.Flux;

/** Lists the worker instances in the registry. */
@Command(
        name = "workers",
        description = "List worker instances, the silent ones until they are swept.",
        mixinStandardHelpOptions = true)
final class WorkersCommand implements Callable<Integer> {

    /** One or the other, or both kinds. */
    static final class Liveness {
        @Option(names = "--alive", description = "Only those that are.")
        boolean alive;

        @Option(names = "--lapsed", description = "Only those that were silent for too long.")
        boolean lapsed;
    }

    @Mixin
    private DatabaseOption database = new DatabaseOption();

    @Mixin
    private NamespaceOption namespace = new NamespaceOption();

    @Option(names = "--all-namespaces", description = "Those of all namespaces.")
    private boolean all;

    @ArgGroup
    private Liveness liveness = new Liveness();

    @Option(names = "--lane", paramLabel = "NAME", description = "Only those that serve it.")
    private @Nullable String lane;

    @Mixin
    private OutputOption output = new OutputOption();

    @Override
    public Integer call() {
        ListWorkers wanted = wanted();
        database.onPrepared(engine -> workers(engine, wanted)
                .doOnNext(worker -> output.print(row(worker)))
                .switchIfEmpty(Flux.defer(() -> {
                    output.remark("no workers");
                    return Flux.empty();
                }))
                .then());
        return 0;
    }

    private ListWorkers wanted() {
        ListWorkers onLane =
                lane == null ? ListWorkers.all() : ListWorkers.all().lane(lane);
        return liveness.alive || liveness.lapsed ? onLane.alive(liveness.alive) : onLane;
    }

    private Flux<RegisteredWorker> workers(Engine engine, ListWorkers wanted) {
        return all ? engine.allWorkers(wanted) : namespace.of(engine).workers().list(wanted);
    }

    private static Row row(RegisteredWorker worker) {
        List<String> lanes = worker.lanes().stream().map(LaneId::value).toList();
        return Row.of("%-6s %s  lanes %s  offers %s  last heartbeat %s%s"
                        .formatted(
                                worker.alive() ? "alive" : "lapsed",
                                worker.worker(),
                                String.join(",", lanes),
                                worker.capabilities(),
                                worker.lastHeartbeat(),
                                worker.draining() ? "  draining" : ""))
                .with("namespace", worker.namespace().value())
                .with("worker", worker.worker().worker().value())
                .with("instance", worker.worker().instance().value())
                .with("alive", worker.alive())
                .with("draining", worker.draining())
                .with("lanes", lanes)
                .with("capabilities", worker.capabilities().tokens())
                .with("registeredAt", worker.registeredAt().toString())
                .with("lastHeartbeat", worker.lastHeartbeat().toString())
                .with("livenessMillis", worker.livenessTtl().toMillis());
    }
}
