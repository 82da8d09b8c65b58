package io.fluxfabric.engine.examples.cli;

import io.fluxfabric.engine.r2dbc.EngineSettings;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.r2dbc.migrate.MigrationMode;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import reactor.core.publisher.Mono;

/** The database a command works on. */
final class DatabaseOption {

    @Parameters(
            index = "0",
            paramLabel = "URL",
            description =
                    "The database: r2dbc:sqlite:///orders.db or r2dbc:postgresql://user:password@host:5432/orders")
    private String url = "";

    @Option(
            names = "--partitions",
            paramLabel = "N",
            description = "Over how many partitions ids are spread; fixed once the database exists (default: 256)")
    private int partitions = EngineSettings.defaults().partitions().value();

    /** Runs work on an engine that is closed afterwards, whatever happened. */
    <T> T with(Function<R2dbcEngine, Mono<T>> work) {
        return run(EngineSettings.defaults(), work).orElseThrow();
    }

    /** Runs work on a database that must be ready; one that is not is left as it is, and named. */
    <T> Optional<T> onPrepared(Function<R2dbcEngine, Mono<T>> work) {
        return run(
                EngineSettings.defaults().migrations(MigrationMode.VERIFY),
                engine -> engine.prepare().then(work.apply(engine)));
    }

    private <T> Optional<T> run(EngineSettings settings, Function<R2dbcEngine, Mono<T>> work) {
        R2dbcEngine engine = R2dbcEngine.open(url, settings.partitions(partitions));
        return Mono.usingWhen(Mono.just(engine), work, R2dbcEngine::close).blockOptional();
    }
}
