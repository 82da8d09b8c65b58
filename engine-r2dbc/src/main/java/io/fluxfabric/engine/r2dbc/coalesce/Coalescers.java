package io.fluxfabric.engine.r2dbc.coalesce;

import io.fluxfabric.engine.r2dbc.kit.FencedVerb;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Makes the coalescers of one engine, all with its settings, and closes them with it. */
public final class Coalescers {

    private final CoalescerSettings settings;
    private final Scheduler answers;
    private final Queue<Coalescer<?, ?>> made = new ConcurrentLinkedQueue<>();

    /** @param answers where callers are given their answers */
    public Coalescers(CoalescerSettings settings, Scheduler answers) {
        this.answers = answers;
        this.settings = settings;
    }

    public <Q, A> Coalescer<Q, A> of(Batch<Q, A> batch) {
        Coalescer<Q, A> coalescer = new Coalescer<>(batch, settings, answers);
        made.add(coalescer);
        return coalescer;
    }

    /** A verb of lease holders; two calls about one execution do not share a statement. */
    public <Q extends FencedVerb.Request, A> Coalescer<Q, A> of(Kit kit, FencedVerb<Q, A> verb) {
        return of(new FencedBatch<>(kit, verb));
    }

    /** How many statements all of them sent, and how many calls these carried. */
    public Load load() {
        return new Load(
                made.stream().mapToLong(Coalescer::statements).sum(),
                made.stream().mapToLong(Coalescer::calls).sum());
    }

    /** What was sent so far. */
    public record Load(long statements, long calls) {}

    /** Takes no new calls; completes when those that wait are served. */
    public Mono<Void> close() {
        return Flux.defer(() -> Flux.fromIterable(made))
                .flatMap(Coalescer::close)
                .then();
    }
}
