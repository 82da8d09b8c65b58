package io.fluxfabric.engine.chaos.fault;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Lets through, or holds until it lets through again. */
final class Gate {

    private Sinks.@Nullable One<Boolean> waiting;

    synchronized void close() {
        if (waiting == null) {
            waiting = Sinks.one();
        }
    }

    void open() {
        Sinks.One<Boolean> told = opened();
        if (told != null) {
            told.emitValue(true, Sinks.EmitFailureHandler.FAIL_FAST);
        }
    }

    private synchronized Sinks.@Nullable One<Boolean> opened() {
        Sinks.One<Boolean> told = waiting;
        waiting = null;
        return told;
    }

    private synchronized Mono<Boolean> opening() {
        return waiting == null ? Mono.empty() : waiting.asMono();
    }

    /** Emits the value once the gate is open; closed again meanwhile, it waits again. */
    <T> Mono<T> pass(T value) {
        return Mono.defer(() -> opening().flatMap(again -> pass(value)).switchIfEmpty(Mono.just(value)));
    }
}
