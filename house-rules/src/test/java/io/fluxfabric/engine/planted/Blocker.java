package io.fluxfabric.engine.planted;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Every way of waiting that the rules must notice. */
final class Blocker {

    private final BlockingQueue<String> queue = new ArrayBlockingQueue<>(1);

    @Nullable
    String blocks() {
        return Mono.just("x").block();
    }

    Function<Flux<String>, @Nullable String> blocksByReference() {
        return Flux::blockFirst;
    }

    CompletableFuture<String> turnsIntoFuture() {
        return Mono.just("x").toFuture();
    }

    Iterable<String> turnsIntoIterable() {
        return Flux.just("x").toIterable();
    }

    Stream<String> turnsIntoStream() {
        return Flux.just("x").toStream();
    }

    void sleeps() throws InterruptedException {
        Thread.sleep(1);
    }

    String takes() throws InterruptedException {
        return queue.take();
    }

    String joins() {
        return CompletableFuture.completedFuture("x").join();
    }
}
