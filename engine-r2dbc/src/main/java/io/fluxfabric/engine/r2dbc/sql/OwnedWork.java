package io.fluxfabric.engine.r2dbc.sql;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * Runs work on a subscription that belongs to the engine, and gives the caller a view of its answer.
 *
 * <p>A caller who cancels (a browser tab closed, a {@code timeout} fired) only looks away: a statement that was sent is never
 * cut off, because that can wedge a connection, and a transaction never stops half way. The work may ask whether
 * its caller is still there, and need not begin when nobody is.
 */
public final class OwnedWork {

    private static final Logger log = LoggerFactory.getLogger(OwnedWork.class);

    private final AtomicLong running = new AtomicLong();
    private final AtomicBoolean closing = new AtomicBoolean();
    private final Sinks.Empty<Void> closed = Sinks.empty();
    private final Sinks.Empty<Void> drained = Sinks.empty();

    /** Cold: each subscription runs the work once. {@code work} is handed the question "is the caller still there?". */
    public <T> Mono<T> run(String operation, Function<BooleanSupplier, Mono<T>> work) {
        return Mono.deferContextual(context -> {
            if (!enter()) {
                return Mono.error(SqlErrors.closed(operation));
            }
            AtomicBoolean gone = new AtomicBoolean();
            Sinks.One<T> answer = Sinks.one();
            Mono.defer(() -> work.apply(() -> !gone.get()))
                    .contextWrite(context)
                    .doFinally(signal -> leave())
                    .subscribe(
                            answer::tryEmitValue,
                            error -> {
                                if (gone.get()) {
                                    log.debug("{} failed after its caller had gone", operation, error);
                                }
                                answer.tryEmitError(error);
                            },
                            answer::tryEmitEmpty);
            return answer.asMono().doOnCancel(() -> gone.set(true));
        });
    }

    /** Finishes what work has left behind and nobody waits for, also while the engine closes; that waits for it. */
    void finish(String operation, Mono<Void> rest) {
        running.incrementAndGet();
        rest.doFinally(signal -> leave())
                .subscribe(
                        none -> {}, error -> log.debug("what {} left behind could not be finished", operation, error));
    }

    /** Completes when no new work is taken any more, while what runs may still run. */
    public Mono<Void> closing() {
        return closed.asMono();
    }

    /** Takes no new work and completes when what runs has ended. */
    public Mono<Void> drain() {
        return Mono.defer(() -> {
            closing.set(true);
            closed.tryEmitEmpty();
            if (running.get() == 0) {
                drained.tryEmitEmpty();
            }
            return drained.asMono();
        });
    }

    private boolean enter() {
        running.incrementAndGet();
        if (closing.get()) {
            leave();
            return false;
        }
        return true;
    }

    private void leave() {
        if (running.decrementAndGet() == 0 && closing.get()) {
            drained.tryEmitEmpty();
        }
    }
}
