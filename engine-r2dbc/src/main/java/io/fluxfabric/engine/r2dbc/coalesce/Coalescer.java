package io.fluxfabric.engine.r2dbc.coalesce;

import io.fluxfabric.engine.error.ClosedException;
import io.fluxfabric.engine.error.EngineException;
import io.fluxfabric.engine.error.OperationTimeoutException;
import io.fluxfabric.engine.error.ResourceExhaustedException;
import io.fluxfabric.engine.r2dbc.kit.Answer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Gathers concurrent calls of one verb into few statements.
 *
 * <ol>
 *   <li>A call joins the queue. If fewer than {@code inFlight} statements are on their way it leaves at once, alone or with whoever
 *       is there: a lone call never waits for company.
 *   <li>What arrives while statements are on their way is the next batch. So the batches grow with the load, and no timer is
 *       needed.
 *   <li>Each caller gets its own answer or error. A batch that fails as a whole is served again in halves, until the call that
 *       spoils it stands alone; only its caller hears the error. When the database is away, all of them hear that.
 *   <li>A caller that leaves takes its call out of the queue; what was sent is not recalled, and an answer that finds nobody goes
 *       back to the verb.
 * </ol>
 *
 * Two calls about one execution never share a statement, and leave in the order they came.
 *
 * @param <Q> the call
 * @param <A> its answer
 */
public final class Coalescer<Q, A> {

    private static final int LOOK_AHEAD = 2_000;

    private final Batch<Q, A> batch;
    private final CoalescerSettings settings;
    private final Scheduler answers;
    private final Queue<Waiting<Q, A>> arrivals = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger draining = new AtomicInteger();
    private final LongAdder statements = new LongAdder();
    private final LongAdder calls = new LongAdder();
    private final Sinks.Empty<Void> drained = Sinks.empty();
    private volatile boolean closing;

    /** Calls that could not join the last batch; only the thread that drains touches it. */
    private Deque<Waiting<Q, A>> heldOver = new ArrayDeque<>();

    /** Callers get their answers on whatever thread these come on. */
    public Coalescer(Batch<Q, A> batch, CoalescerSettings settings) {
        this(batch, settings, Schedulers.immediate());
    }

    public Coalescer(Batch<Q, A> batch, CoalescerSettings settings, Scheduler answers) {
        this.answers = answers;
        this.batch = batch;
        this.settings = settings;
    }

    /** Cold: each subscription is one call. */
    public Mono<A> call(Q request) {
        return Mono.create(caller -> {
            if (closing) {
                caller.error(new ClosedException(batch.operation()));
            } else if (waiting.incrementAndGet() > settings.capacity()
                    && settings.overload() == CoalescerSettings.Overload.FAIL) {
                waiting.decrementAndGet();
                caller.error(
                        new ResourceExhaustedException("the queue of " + batch.operation(), settings.capacity(), null));
            } else {
                arrivals.add(Waiting.of(request, caller));
                drain();
            }
        });
    }

    /** A call whose answer nobody waits for; whether there is room or not. An engine that closes still serves it. */
    public void send(Q request) {
        waiting.incrementAndGet();
        arrivals.add(Waiting.ofNobody(request));
        drain();
    }

    /** How many statements were sent. */
    public long statements() {
        return statements.sum();
    }

    /** How many calls they carried. */
    public long calls() {
        return calls.sum();
    }

    /** Takes no new calls; completes when those that wait are served. */
    public Mono<Void> close() {
        return Mono.defer(() -> {
            closing = true;
            drain();
            return drained.asMono();
        });
    }

    /** One thread at a time; the others leave a note that there is more to look at. */
    private void drain() {
        if (draining.getAndIncrement() != 0) {
            return;
        }
        int notes = 1;
        do {
            while (inFlight.get() < settings.inFlight() && sendNext()) {
                // as long as there is something to send and a place to send it from
            }
            if (closing && waiting.get() == 0 && inFlight.get() == 0) {
                drained.tryEmitEmpty();
            }
            notes = draining.addAndGet(-notes);
        } while (notes != 0);
    }

    private boolean sendNext() {
        List<Waiting<Q, A>> next = gather();
        if (next.isEmpty()) {
            return false;
        }
        inFlight.incrementAndGet();
        waiting.addAndGet(-next.size());
        serve(next)
                .doFinally(signal -> {
                    inFlight.decrementAndGet();
                    drain();
                })
                .subscribe();
        return true;
    }

    /** The next batch: one group, no identity twice, those who left skipped. */
    private List<Waiting<Q, A>> gather() {
        Gathering<Q, A> gathering = new Gathering<>(batch, settings.maxBatch());
        Deque<Waiting<Q, A>> left = new ArrayDeque<>();
        Deque<Waiting<Q, A>> earlier = heldOver;
        // Bounded, so that a crowd that does not fit together is not walked through again for every statement.
        while (!gathering.isFull() && left.size() < LOOK_AHEAD) {
            Waiting<Q, A> call = earlier.isEmpty() ? arrivals.poll() : earlier.poll();
            if (call == null) {
                break;
            }
            if (call.hasLeft()) {
                waiting.decrementAndGet();
            } else if (!gathering.takes(call)) {
                left.add(call);
            }
        }
        left.addAll(earlier);
        heldOver = left;
        return gathering.taken();
    }

    private Mono<Void> serve(List<Waiting<Q, A>> some) {
        statements.increment();
        calls.add(some.size());
        return Mono.defer(() -> batch.serve(some.stream().map(Waiting::request).toList()))
                .publishOn(answers)
                .doOnNext(given -> deliver(some, given))
                .then()
                .onErrorResume(error -> isolate(some, error));
    }

    private void deliver(List<Waiting<Q, A>> some, List<Answer<A>> answers) {
        for (int index = 0; index < some.size(); index++) {
            some.get(index).deliver(answers.get(index), batch::unheard);
        }
    }

    /** In halves, so that one bad call among many costs a handful of statements. */
    private Mono<Void> isolate(List<Waiting<Q, A>> some, Throwable error) {
        if (some.size() == 1 || isPassing(error)) {
            some.forEach(call -> call.fail(error));
            return Mono.empty();
        }
        int half = some.size() / 2;
        return serve(some.subList(0, half)).then(Mono.defer(() -> serve(some.subList(half, some.size()))));
    }

    /** The database is away or overrun: nobody's call is to blame, and serving it again would only add to the load. */
    private static boolean isPassing(Throwable error) {
        return error instanceof ClosedException
                || error instanceof OperationTimeoutException
                || (error instanceof EngineException known && known.isRetryable());
    }

    /** A batch that is being put together. */
    private static final class Gathering<Q, A> {
        private final Batch<Q, A> batch;
        private final int most;
        private final List<Waiting<Q, A>> taken = new ArrayList<>();
        private final Set<Object> identities = new HashSet<>();
        private final Set<Object> passedOver = new HashSet<>();
        private int weight;

        Gathering(Batch<Q, A> batch, int most) {
            this.batch = batch;
            this.most = most;
        }

        boolean isFull() {
            return weight >= most;
        }

        /** Once a call is passed over, later ones of its identity are too: they leave in the order they came. */
        boolean takes(Waiting<Q, A> call) {
            Object identity = batch.identity(call.request());
            if (!fits(call.request()) || passedOver.contains(identity) || !identities.add(identity)) {
                passedOver.add(identity);
                return false;
            }
            taken.add(call);
            weight += batch.weight(call.request());
            return true;
        }

        private boolean fits(Q call) {
            return taken.isEmpty()
                    || (weight + batch.weight(call) <= most
                            && batch.group(taken.get(0).request()).equals(batch.group(call)));
        }

        List<Waiting<Q, A>> taken() {
            return taken;
        }
    }
}
