package io.fluxfabric.engine.r2dbc.wake;

import io.fluxfabric.engine.r2dbc.coalesce.Coalescer;
import io.fluxfabric.engine.r2dbc.coalesce.CoalescerSettings;
import io.fluxfabric.engine.r2dbc.sql.Tx;
import io.fluxfabric.engine.r2dbc.sql.bell.Doorbell;
import io.fluxfabric.engine.r2dbc.wake.WakeUpSettings.Reach;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;

/**
 * Brings together those who wait for work and those who make it.
 *
 * <ol>
 *   <li>A commit that made something claimable wakes who waits on its lane in this engine, and rings at the other processes.
 *   <li>While anybody here waits, this engine listens for rings of the others; if nobody does it holds no connection for it.
 *   <li>Who waits looks by itself too, less and less often: a lost hint costs a little time and nothing else.
 * </ol>
 */
public final class WakeUps {

    /** How long to go on listening after the last one stopped waiting: the next is often just about to begin. */
    private static final Duration LINGER = Duration.ofSeconds(5);

    private final WakeUpSettings settings;
    private final Scheduler timer;
    private final Doorbell bell;
    private final LaneSignals signals = new LaneSignals();
    private final Coalescer<Set<LaneKey>, Boolean> others;
    private final Flux<String> listening;
    private final Sinks.Empty<Void> closing = Sinks.empty();
    private final AtomicBoolean hearing = new AtomicBoolean();
    private volatile boolean closed;

    public WakeUps(WakeUpSettings settings, Doorbell bell, Scheduler timer) {
        this.settings = settings;
        this.bell = bell;
        this.timer = timer;
        this.others = new Coalescer<>(
                new RingOthers(bell, settings.pause(), timer, closing.asMono()),
                CoalescerSettings.defaults().inFlight(1));
        // The bell completes when it is told to, and only then is its connection closed; so who joins it at the end
        // waits for that.
        this.listening = Flux.defer(() -> closed ? Flux.<String>empty() : bell.rings(closing.asMono()))
                .doOnNext(this::heard)
                .doFinally(signal -> hearing.set(false))
                .publish()
                .refCount(1, LINGER, timer);
    }

    /** To be told on which lanes a commit made something claimable. */
    public void claimable(Set<LaneKey> lanes) {
        if (settings.reach() != Reach.NOWHERE) {
            lanes.forEach(signals::signal);
        }
        if (settings.reach() == Reach.DATABASE) {
            others.send(lanes);
        }
    }

    /** Whether rings of others reach this engine just now. */
    public boolean listening() {
        return hearing.get();
    }

    /** To be told what a transaction that is not ours makes claimable when it commits. */
    public Mono<Void> claimableAtCommit(Tx theirs, Set<LaneKey> lanes) {
        return settings.reach() == Reach.DATABASE && !lanes.isEmpty()
                ? bell.ringAtCommit(theirs, RingOthers.note(bell, lanes))
                : Mono.empty();
    }

    private void heard(String where) {
        // Every listening begins with a ring of its own.
        hearing.set(true);
        if (where.equals(Doorbell.ANYWHERE)) {
            signals.signalAll();
        } else {
            signals.signal(Set.of(where.split(" ", -1)));
        }
    }

    /** Looks until there is something or the time is up, which is asked between two looks only. */
    public <T> Mono<T> looking(LaneKey lane, Mono<T> look, Duration atMost) {
        return Mono.defer(() -> {
            Mono<T> found = untilFound(lane, look, timer.now(TimeUnit.MILLISECONDS) + atMost.toMillis());
            return settings.reach() == Reach.DATABASE ? Mono.firstWithSignal(found, whileListening()) : found;
        });
    }

    private <T> Mono<T> untilFound(LaneKey lane, Mono<T> look, long end) {
        // The hint is asked for before each look, so that what happens after the look completes it.
        AtomicReference<@Nullable Mono<Void>> hint = new AtomicReference<>();
        return Mono.defer(() -> {
                    hint.set(signals.next(lane));
                    return look;
                })
                .repeatWhenEmpty(rounds -> rounds.takeWhile(round -> left(end) > 0)
                        .concatMap(round -> Mono.firstWithSignal(
                                        Objects.requireNonNull(hint.get()), closing.asMono(), poll(round, left(end)))
                                .thenReturn(round)));
    }

    private <T> Mono<T> whileListening() {
        return listening.then(Mono.never());
    }

    private long left(long end) {
        return end - timer.now(TimeUnit.MILLISECONDS);
    }

    /** Jittered, so that processes that began together do not look together for ever. */
    private Mono<Void> poll(long round, long left) {
        long doubled = settings.firstPoll().toMillis() << Math.min(round, 16);
        long pause = Math.min(doubled, settings.longestPoll().toMillis());
        long jittered = ThreadLocalRandom.current().nextLong(pause - pause / 4, pause + pause / 4 + 1);
        return Mono.delay(Duration.ofMillis(Math.min(jittered, left)), timer).then();
    }

    /** Wakes who waits, and completes when nothing is listened to any more. */
    public Mono<Void> close() {
        return Mono.defer(() -> {
            closed = true;
            closing.tryEmitEmpty();
            return others.close().then(listening.then());
        });
    }
}
