package io.fluxfabric.engine.examples;

import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** The frame around every example: an engine on a prepared database, closed afterwards. */
public final class Example {

    private Example() {}

    /** Prints what an example tells, on the database that the first argument names, or on a new SQLite file. */
    public static Mono<Void> print(String[] args, Function<R2dbcEngine, Flux<String>> example) {
        return printOn(args, url -> on(url, example));
    }

    /** The same for an example that opens its engine itself. */
    public static Mono<Void> printOn(String[] args, Function<String, Flux<String>> example) {
        return args.length > 0
                ? printed(example.apply(args[0]))
                : Mono.using(TempDatabase::create, file -> printed(example.apply(file.url())), TempDatabase::close);
    }

    private static Mono<Void> printed(Flux<String> lines) {
        return lines.doOnNext(System.out::println).then();
    }

    /** What an example tells, line by line. */
    public static Flux<String> on(String url, Function<R2dbcEngine, Flux<String>> example) {
        return Flux.usingWhen(
                Mono.fromSupplier(() -> R2dbcEngine.open(url)),
                engine -> engine.prepare().thenMany(Flux.defer(() -> example.apply(engine))),
                R2dbcEngine::close);
    }

    /** Completes on Ctrl-C. The process then ends when the calling thread has. */
    public static Mono<Void> interrupted() {
        Thread caller = Thread.currentThread();
        Sinks.Empty<Void> interrupted = Sinks.empty();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            interrupted.tryEmitEmpty();
            joined(caller);
        }));
        return interrupted.asMono();
    }

    private static void joined(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException impatient) {
            Thread.currentThread().interrupt();
        }
    }

    /** A SQLite file in a directory of its own. */
    private record TempDatabase(Path directory, Path file) {

        static TempDatabase create() {
            try {
                Path directory = Files.createTempDirectory("fluxfabric-example");
                return new TempDatabase(directory, directory.resolve("example.db"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        String url() {
            // An absolute path keeps its own slash, so there are four of them on Unix.
            String path = file.toUri().getRawPath().replaceFirst("^/(?=[A-Za-z]:)", "");
            return "r2dbc:sqlite:///" + path;
        }

        void close() {
            try (var files = Files.list(directory)) {
                for (Path left : files.toList()) {
                    Files.delete(left);
                }
                Files.delete(directory);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
