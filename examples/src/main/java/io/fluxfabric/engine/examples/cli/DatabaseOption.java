package io.fluxfabric.engine.examples.cli;

import io.fluxfabric.engine.r2dbc.EngineSettings;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import java.time.Duration;
import java.util.function.Function;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import reactor.core.publisher.Mono;

/** The database a command works on. */
final class DatabaseOption {

    private static final Duration PATIENCE = Duration.ofMinutes(10);

    @Parameters(
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
        R2dbcEngine engine = R2dbcEngine.open(url, EngineSettings.defaults().partitions(partitions));
        return Mono.usingWhen(Mono.just(engine), work, R2dbcEngine::close)
                .blockOptional(PATIENCE)
                .orElseThrow();
    }
}
