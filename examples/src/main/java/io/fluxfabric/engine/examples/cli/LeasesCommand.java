package io.fluxfabric.engine.examples.cli;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.lease.ExpiredLease;
import io.fluxfabric.engine.lease.Leases;
import io.fluxfabric.engine.lease.ListExpiredLeases;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import reactor.core.publisher.Flux;

/** Lists leases whose holders were silent for too long. */
@Command(
        name = "leases",
        description = "List expired leases that nobody took care of yet, or tell of each one as it expires.",
        mixinStandardHelpOptions = true)
final class LeasesCommand implements Callable<Integer> {

    /** A watch is that of one namespace. */
    static final class Which {
        @Option(names = "--watch", description = "Go on and tell of each lease as it expires, until Ctrl-C.")
        boolean watch;

        @Option(names = "--all-namespaces", description = "Those of all namespaces.")
        boolean all;
    }

    @Mixin
    private DatabaseOption database = new DatabaseOption();

    @Mixin
    private NamespaceOption namespace = new NamespaceOption();

    @ArgGroup
    private Which which = new Which();

    @Option(names = "--limit", paramLabel = "N", description = "End after so many.")
    private long limit = Long.MAX_VALUE;

    @Mixin
    private OutputOption output = new OutputOption();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        if (limit < 1) {
            throw new ParameterException(spec.commandLine(), "--limit must be at least 1, but is " + limit);
        }
        database.onPrepared(engine -> leases(engine)
                .take(limit)
                .doOnNext(lease -> output.print(row(lease)))
                .switchIfEmpty(Flux.defer(() -> {
                    output.remark("no expired leases");
                    return Flux.empty();
                }))
                .then());
        return 0;
    }

    private Flux<ExpiredLease> leases(Engine engine) {
        if (which.all) {
            return engine.allExpiredLeases(ListExpiredLeases.all());
        }
        Leases leases = namespace.of(engine).leases();
        return which.watch ? leases.watchExpired() : leases.expired();
    }

    private static Row row(ExpiredLease lease) {
        return Row.of("%s  %s  lane %s  attempt %d  epoch %d  held by %s"
                        .formatted(
                                lease.expiredAt(),
                                lease.executionId(),
                                lease.lane(),
                                lease.attemptIndex(),
                                lease.epoch(),
                                lease.holder()))
                .with("namespace", lease.namespace().value())
                .with("executionId", lease.executionId().toString())
                .with("lane", lease.lane().value())
                .with("attempt", lease.attemptIndex())
                .with("epoch", lease.epoch())
                .with("worker", lease.holder().worker().value())
                .with("instance", lease.holder().instance().value())
                .with("expiredAt", lease.expiredAt().toString());
    }
}
