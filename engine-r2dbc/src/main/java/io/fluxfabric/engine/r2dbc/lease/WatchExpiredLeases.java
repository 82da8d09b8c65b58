package io.fluxfabric.engine.r2dbc.lease;

import io.fluxfabric.engine.error.ClosedException;
import io.fluxfabric.engine.error.EngineException;
import io.fluxfabric.engine.error.OperationTimeoutException;
import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.lease.ExpiredLease;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.kit.Pages;
import io.fluxfabric.engine.r2dbc.kit.Pages.Page;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * Tells of leases as they lapse.
 *
 * <ol>
 *   <li>Remember where the events of lapsed leases end; from there on none is missed.
 *   <li>Look: first the events since the last look, which tell what was swept meanwhile; then the leases that have lapsed and were not
 *       swept yet.
 *   <li>Wait, and look again.
 * </ol>
 *
 * <p>Leases are looked for from a little before the last one told, because a lease can become visible later than one that
 * lapsed after it.
 */
final class WatchExpiredLeases {

    private static final Logger log = LoggerFactory.getLogger(WatchExpiredLeases.class);

    private static final Duration SHORTEST = Duration.ofMillis(10);
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final Duration OVERLAP = Duration.ofSeconds(10);
    private static final int MOST_REMEMBERED = 100_000;
    private static final int PAGE = 500;

    private static final Sql END_OF_EVENTS = Sql.of("""
            SELECT tx_id, event_id FROM ff_lease_event
             WHERE namespace = :namespace AND event_type = 'expired' AND tx_id < {OLDEST_OPEN_TX}
             ORDER BY tx_id DESC, event_id DESC LIMIT 1""");

    /** An event carries the epoch that fences the holder, which is one more than that of the lapsed lease. */
    private static final Sql SWEPT = Sql.of("""
            SELECT v.tx_id, v.event_id, v.namespace, v.partition_key, v.execution_id, e.lane_id, v.attempt_index,
                   v.lease_epoch - 1 AS epoch, v.worker_id, v.worker_instance_id, v.occurred_at_ms AS expired_at_ms
              FROM ff_lease_event v
              JOIN ff_exec_core e ON e.partition_key = v.partition_key AND e.execution_id = v.execution_id
             WHERE v.namespace = :namespace AND v.event_type = 'expired' AND v.tx_id < {OLDEST_OPEN_TX}
               AND (v.tx_id, v.event_id) > (:afterTx, :afterEvent)
             ORDER BY v.tx_id, v.event_id LIMIT :rows""");

    private final Kit kit;

    WatchExpiredLeases(Kit kit) {
        this.kit = kit;
    }

    Flux<ExpiredLease> run(Duration every) {
        return Flux.defer(() -> {
            if (every.compareTo(SHORTEST) < 0 || every.compareTo(LONGEST) > 0) {
                throw ValidationException.outOfRange("every", SHORTEST, LONGEST, every);
            }
            Watch watch = new Watch();
            return Flux.defer(watch::look)
                    .retryWhen(whenTheDatabaseIsAway(every))
                    .repeatWhen(looks -> looks.delayElements(every, kit.timer()))
                    .takeUntilOther(kit.tx().closing())
                    .onErrorResume(ClosedException.class, closed -> Flux.empty());
        });
    }

    private Retry whenTheDatabaseIsAway(Duration every) {
        return Retry.backoff(Long.MAX_VALUE, every)
                .maxBackoff(LONGEST_PAUSE.compareTo(every) > 0 ? LONGEST_PAUSE : every)
                .scheduler(kit.timer())
                .filter(error -> error instanceof OperationTimeoutException
                        || (error instanceof EngineException known && known.isRetryable()))
                .doBeforeRetry(signal -> log.warn(
                        "could not look for lapsed leases of {} and will try again",
                        kit.namespace(),
                        signal.failure()));
    }

    private record EventPlace(long tx, long event) {

        static final EventPlace FIRST = new EventPlace(-1, -1);

        static EventPlace of(RowReader row) {
            return new EventPlace(row.number("tx_id"), row.number("event_id"));
        }
    }

    private record Swept(EventPlace place, ExpiredLease lease) {

        static Swept of(RowReader row) {
            return new Swept(EventPlace.of(row), PageExpiredLeases.lease(row));
        }
    }

    /** Where one subscriber is. Signals of one subscription follow each other, so nothing here is contended. */
    private final class Watch {

        private final ToldLapses told = new ToldLapses(MOST_REMEMBERED);
        private volatile LapsePlace lapsedUntil = LapsePlace.FIRST;
        private volatile @Nullable EventPlace sweptUntil;

        Flux<ExpiredLease> look() {
            return sinceWhen().flatMapMany(since -> Flux.concat(swept(since), lapsed()));
        }

        private Mono<EventPlace> sinceWhen() {
            return Mono.justOrEmpty(sweptUntil)
                    .switchIfEmpty(kit.tx()
                            .read("lease.watch", session -> session.one(END_OF_EVENTS, kit.binds(), EventPlace::of))
                            .defaultIfEmpty(EventPlace.FIRST)
                            .doOnNext(end -> sweptUntil = end));
        }

        private Flux<ExpiredLease> swept(EventPlace since) {
            return Pages.from(since, this::page)
                    .doOnNext(one -> sweptUntil = one.place())
                    .map(Swept::lease)
                    .filter(told::isNewsWhenSwept);
        }

        private Mono<Page<Swept, EventPlace>> page(EventPlace after) {
            return kit.tx()
                    .read(
                            "lease.watch",
                            session -> session.list(
                                    SWEPT,
                                    kit.binds()
                                            .and("afterTx", after.tx())
                                            .and("afterEvent", after.event())
                                            .and("rows", PAGE + 1),
                                    Swept::of))
                    .map((List<Swept> rows) -> Page.of(rows, PAGE, Swept::place));
        }

        private Flux<ExpiredLease> lapsed() {
            return PageExpiredLeases.unswept(kit)
                    .from(lapsedUntil.earlier(OVERLAP), Optional.empty(), PAGE)
                    .filter(told::isNews)
                    .doOnNext(this::note);
        }

        private void note(ExpiredLease lease) {
            LapsePlace place = LapsePlace.of(lease);
            lapsedUntil = place.atMs() > lapsedUntil.atMs() ? place : lapsedUntil;
            told.note(lease, lease.expiredAt().minus(OVERLAP));
        }
    }
}
