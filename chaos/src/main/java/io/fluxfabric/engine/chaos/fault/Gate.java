package io.fluxfabric.engine.chaos.fault;

import io.netty.buffer.ByteBuf;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;

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

    /**
     * Emits the bytes once the gate is open; closed again meanwhile, it waits again. The gate owns them until then, and releases them
     * if nobody waits for them any more.
     *
     * @param loop where those go on that were held: not on the thread that opens
     */
    Mono<ByteBuf> pass(ByteBuf bytes, Scheduler loop) {
        AtomicReference<@Nullable ByteBuf> held = new AtomicReference<>(bytes);
        return opening(loop)
                .then(Mono.fromSupplier(() -> held.getAndSet(null)))
                .doOnCancel(() -> ReferenceCountUtil.release(held.getAndSet(null)));
    }

    private Mono<Void> opening(Scheduler loop) {
        return Mono.defer(() -> closed(loop)).flatMap(told -> opening(loop));
    }

    /** Empty if it is open. */
    private synchronized Mono<Boolean> closed(Scheduler loop) {
        return waiting == null ? Mono.empty() : waiting.asMono().publishOn(loop);
    }
}
