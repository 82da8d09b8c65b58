package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.Scope;
import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.lease.ExpiredLease;
import io.fluxfabric.engine.lease.ExpiredLeasePage;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.lease.Leases;
import io.fluxfabric.engine.lease.ListExpiredLeases;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.worker.RegisterWorker;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** What lapsed leases look like, listed and watched. */
public interface ExpiredLeaseContract extends EngineFixture {

    default Leases leases() {
        return scope().leases();
    }

    /** A running execution, held by Anna for this long. */
    default Handle givenHeldFor(Duration lease) {
        givenWaiting();
        return claimedBy(aClaim().lease(lease)).handle();
    }

    default ExpiredLease lapsed(Handle handle, Instant at) {
        return new ExpiredLease(
                scope().namespace(),
                handle.executionId(),
                LaneId.of(LANE),
                handle.fence().attemptIndex(),
                handle.fence().epoch(),
                ANNA,
                at);
    }

    default List<ExpiredLease> expired() {
        return await(leases().expired());
    }

    default ExpiredLeasePage page(ListExpiredLeases which) {
        return await(leases().expiredPage(which));
    }

    private static List<ExecutionId> ids(List<ExpiredLease> leases) {
        return leases.stream().map(ExpiredLease::executionId).toList();
    }

    @Test
    @DisplayName("WRK-013 lapsed leases are listed by the time they lapsed, live ones are not")
    default void listed() {
        Handle second = givenHeldFor(Duration.ofSeconds(20));
        Handle first = givenHeldFor(Duration.ofSeconds(10));
        Handle live = givenHeldFor(Duration.ofSeconds(21));
        Instant start = clock().now();
        clock().advance(Duration.ofSeconds(20));

        assertThat(expired())
                .containsExactly(lapsed(first, start.plusSeconds(10)), lapsed(second, start.plusSeconds(20)));
        assertThat(page(ListExpiredLeases.all()).next()).isEmpty();
        assertThat(await(executions().complete(live, Payload.none()))).isNotNull();
    }

    @Test
    @DisplayName("a lease is lapsed at its very end, and one that was renewed is not")
    default void boundary() {
        Handle renewed = givenHeldFor(Duration.ofSeconds(10));
        Handle left = givenHeldFor(Duration.ofSeconds(10));
        clock().advance(Duration.ofSeconds(5));
        await(leases().renew(renewed));
        clock().advance(Duration.ofSeconds(5).minusMillis(1));
        assertThat(expired()).isEmpty();
        clock().advance(Duration.ofMillis(1));

        assertThat(ids(expired())).containsExactly(left.executionId());
        clock().advance(Duration.ofSeconds(5));
        assertThat(expired())
                .containsExactly(lapsed(left, clock().now().minusSeconds(5)), lapsed(renewed, clock().now()));
    }

    @Test
    @DisplayName("WRK-013 only leases that had lapsed by then are listed, and the future counts as now")
    default void asOf() {
        Handle first = givenHeldFor(Duration.ofSeconds(10));
        Handle second = givenHeldFor(Duration.ofSeconds(20));
        givenHeldFor(Duration.ofSeconds(30));
        Instant start = clock().now();
        clock().advance(Duration.ofSeconds(25));

        assertThat(ids(page(ListExpiredLeases.all().asOf(start.plusSeconds(10))).leases()))
                .containsExactly(first.executionId());
        assertThat(page(ListExpiredLeases.all().asOf(start.plusMillis(9999))).leases())
                .isEmpty();
        assertThat(ids(page(ListExpiredLeases.all().asOf(start.plusSeconds(3600)))
                        .leases()))
                .containsExactly(first.executionId(), second.executionId());
    }

    @Test
    @DisplayName("WRK-014 a namespace sees its own lapsed leases only; the engine sees all")
    default void namespaces() {
        Scope other = engine().namespace(scope().namespace() + "-b");
        Handle here = givenHeldFor(Duration.ofSeconds(10));
        await(other.executions().submit(aSubmit()));
        Claimed there = await(other.executions().claim(aClaim().lease(Duration.ofSeconds(10))))
                .get(0);
        clock().advance(Duration.ofSeconds(10));

        assertThat(ids(expired())).containsExactly(here.executionId());
        assertThat(await(other.leases().expired())).singleElement().satisfies(lease -> {
            assertThat(lease.executionId()).isEqualTo(there.executionId());
            assertThat(lease.namespace()).isEqualTo(other.namespace());
        });
        assertThat(ids(await(engine().allExpiredLeases(ListExpiredLeases.all().pageSize(1)))))
                .contains(here.executionId(), there.executionId());
        assertThat(ids(await(engine().allExpiredLeasesPage(ListExpiredLeases.all()))
                        .leases()))
                .contains(here.executionId(), there.executionId());
    }

    @Test
    @DisplayName("pages have neither gaps nor repetitions, however many leases lapsed at the same moment")
    default void equalTimes() {
        await(executions().submitAll(Flux.range(0, 23).map(n -> aSubmit())));
        List<Claimed> held = await(executions().claim(aClaim().max(23).lease(Duration.ofSeconds(10))));
        clock().advance(Duration.ofSeconds(10));
        List<ExecutionId> expected = held.stream()
                .map(Claimed::executionId)
                .sorted(Comparator.comparing(id -> id.uuid().toString()))
                .toList();

        List<ExpiredLease> paged = await(leases().expiredPage(
                        ListExpiredLeases.all().pageSize(5))
                .expand(page -> Mono.justOrEmpty(page.next())
                        .flatMap(next -> leases().expiredPage(
                                        ListExpiredLeases.all().pageSize(5).after(next))))
                .flatMapIterable(ExpiredLeasePage::leases));

        assertThat(ids(paged)).isEqualTo(expected);
        assertThat(ids(await(leases().expired(ListExpiredLeases.all().pageSize(7)))))
                .isEqualTo(expected);
    }

    @Test
    @DisplayName("a listing reads no page before somebody asks for it")
    default void demand() {
        await(executions().submitAll(Flux.range(0, 4).map(n -> aSubmit())));
        await(executions().claim(aClaim().max(4).lease(Duration.ofSeconds(10))));
        clock().advance(Duration.ofSeconds(10));

        StepVerifier.create(leases().expired(ListExpiredLeases.all().pageSize(2)), 2)
                .expectNextCount(2)
                .then(() -> await(engine().reconcilers().pass(Reconcilers.LEASE_EXPIRY)))
                .thenRequest(10)
                .expectComplete()
                .verify(PATIENCE);
    }

    @Test
    @DisplayName(
            "what is kept for reclaims is listed with the epoch of the lease that was lost, what is requeued is not")
    default void afterTheSweep() {
        Engine patient = anotherNode(Duration.ofMinutes(1), 100);
        try {
            Handle handle = givenHeldFor(Duration.ofSeconds(10));
            clock().advance(Duration.ofSeconds(12));
            await(patient.reconcilers().pass(Reconcilers.LEASE_EXPIRY));

            assertThat(expired()).containsExactly(lapsed(handle, clock().now()));
            clock().advance(Duration.ofMinutes(1));
            await(patient.reconcilers().pass(Reconcilers.LEASE_EXPIRY));
            assertThat(expired()).isEmpty();
        } finally {
            patient.close().block(PATIENCE);
        }
    }

    @Test
    @DisplayName("WRK-013 a page has 1 to 10000 rows, and a cursor belongs to its own listing")
    default void badListings() {
        await(executions().submitAll(Flux.range(0, 2).map(n -> aSubmit())));
        await(executions().claim(aClaim().max(2).lease(Duration.ofSeconds(10))));
        clock().advance(Duration.ofSeconds(10));
        String cursor = page(ListExpiredLeases.all().pageSize(1)).next().orElseThrow();
        ListExpiredLeases next = ListExpiredLeases.all().after(cursor);

        assertThat(page(next.pageSize(10_000)).leases()).hasSize(1);
        for (Mono<?> bad : List.<Mono<?>>of(
                leases().expiredPage(ListExpiredLeases.all().pageSize(0)),
                leases().expiredPage(ListExpiredLeases.all().pageSize(10_001)),
                leases().expiredPage(next.asOf(clock().now())),
                leases().expiredPage(ListExpiredLeases.all().asOf(Instant.MAX)),
                leases().expiredPage(ListExpiredLeases.all().after("nonsense!")),
                leases().expiredPage(ListExpiredLeases.all().after(cursor + "A")),
                leases().expired(next.asOf(clock().now())).then(),
                engine().namespace("other").leases().expiredPage(next),
                engine().allExpiredLeasesPage(next),
                leases().watchExpired(Duration.ofMillis(9)).then(),
                leases().watchExpired(Duration.ofMinutes(61)).then())) {
            assertThat(refusal(bad)).isInstanceOf(ValidationException.class);
        }
    }

    default ExpiryWatcher watcher() {
        return ExpiryWatcher.of(leases().watchExpired(ExpiryWatcher.EVERY), clock());
    }

    @Test
    @DisplayName("a watch tells of what has lapsed already, then of each lapse once, as it happens")
    default void watch() {
        Handle before = givenHeldFor(Duration.ofSeconds(10));
        Handle later = givenHeldFor(Duration.ofSeconds(12));
        Instant start = clock().now();
        clock().advance(Duration.ofSeconds(10));

        ExpiryWatcher watcher = watcher();
        assertThat(watcher.seen(1)).containsExactly(lapsed(before, start.plusSeconds(10)));
        assertThat(watcher.look()).hasSize(1);
        assertThat(watcher.look())
                .containsExactly(lapsed(before, start.plusSeconds(10)), lapsed(later, start.plusSeconds(12)));
        assertThat(watcher.look()).hasSize(2);
        await(engine().reconcilers().pass(Reconcilers.LEASE_EXPIRY));
        assertThat(watcher.look())
                .as("what was told is not told again when it is swept")
                .hasSize(2);
        watcher.cancel();
    }

    @Test
    @DisplayName("a watch tells of leases that another node swept before it looked")
    default void watchSeesSwept() {
        ExpiryWatcher watcher = watcher();
        Handle handle = givenHeldFor(Duration.ofMillis(300));
        clock().advance(Duration.ofMillis(400));
        await(engine().reconcilers().pass(Reconcilers.LEASE_EXPIRY));
        Instant swept = clock().now();

        assertThat(watcher.look()).containsExactly(lapsed(handle, swept));
        assertThat(watcher.look()).hasSize(1);
        watcher.cancel();
    }

    @Test
    @DisplayName("a watch does not tell of what was swept before it began")
    default void watchBegins() {
        givenHeldFor(Duration.ofSeconds(10));
        clock().advance(Duration.ofSeconds(10));
        await(engine().reconcilers().pass(Reconcilers.LEASE_EXPIRY));

        ExpiryWatcher watcher = watcher();
        assertThat(watcher.look()).isEmpty();
        watcher.cancel();
    }

    @Test
    @DisplayName("a watch tells of each lease of an execution that is lost again and again")
    default void watchEachEpoch() {
        givenWaiting();
        ExpiryWatcher watcher = watcher();
        for (int loss = 1; loss <= 3; loss++) {
            claimedBy(aClaim().lease(Duration.ofMillis(500)));
            clock().advance(Duration.ofMillis(500));
            await(engine().reconcilers().pass(Reconcilers.LEASE_EXPIRY));
            assertThat(watcher.look()).hasSize(loss);
        }

        assertThat(watcher.look()).extracting(ExpiredLease::epoch).containsExactly(1L, 3L, 5L);
        watcher.cancel();
    }

    @Test
    @DisplayName("a watch tells of leases that were taken from a dead worker")
    default void watchSeesTheDead() {
        await(scope().workers().register(RegisterWorker.as(ANNA)));
        ExpiryWatcher watcher = watcher();
        Handle handle = givenHeldFor(Duration.ofHours(1));
        await(scope().workers().markDead(ANNA.instance(), "node lost"));

        assertThat(ids(watcher.look())).containsExactly(handle.executionId());
        watcher.cancel();
    }

    @Test
    @DisplayName("a watch says nothing of leases that are renewed, completed or given back")
    default void watchSaysNothingOfTheLiving() {
        ExpiryWatcher watcher = watcher();
        Handle renewed = givenHeldFor(Duration.ofSeconds(2));
        Handle completed = givenHeldFor(Duration.ofSeconds(2));
        Handle released = givenHeldFor(Duration.ofSeconds(2));
        clock().advance(Duration.ofMillis(1500));
        await(leases().renew(renewed));
        await(executions().complete(completed, Payload.none()));
        await(executions().release(released, "enough"));

        assertThat(watcher.look()).isEmpty();
        watcher.cancel();
    }

    @Test
    @DisplayName("somebody who watches slowly misses looks, not leases, be they swept meanwhile or not")
    default void watchWithDemand() {
        int count = 6;
        ExpiryWatcher watcher = ExpiryWatcher.of(leases().watchExpired(ExpiryWatcher.EVERY), clock(), 0);
        IntStream.range(0, count).forEach(n -> givenHeldFor(Duration.ofSeconds(1 + n)));
        clock().advance(Duration.ofSeconds(3));
        watcher.request(1);
        assertThat(watcher.seen(1)).hasSize(1);
        await(engine().reconcilers().pass(Reconcilers.LEASE_EXPIRY));
        clock().advance(Duration.ofSeconds(20));

        watcher.request(100);
        while (watcher.seen(1).size() < count) {
            watcher.look();
        }

        assertThat(watcher.seen(count)).extracting(ExpiredLease::executionId).doesNotHaveDuplicates();
        assertThat(watcher.look()).hasSize(count);
        watcher.cancel();
    }

    @Test
    @DisplayName("two who watch are both told; one who stops is told nothing more")
    default void watchStops() {
        ExpiryWatcher stays = watcher();
        ExpiryWatcher goes = watcher();
        givenHeldFor(Duration.ofMillis(100));
        clock().advance(Duration.ofMillis(100));
        goes.cancel();

        assertThat(stays.look()).hasSize(1);
        assertThat(goes.seen(0)).isEmpty();
        stays.cancel();
    }

    @Test
    @DisplayName("a watch ends when its engine is closed")
    default void watchEnds() {
        Engine other = anotherNode(Duration.ZERO, 100);
        ExpiryWatcher watcher = ExpiryWatcher.of(
                other.namespace(scope().namespace().value()).leases().watchExpired(ExpiryWatcher.EVERY), clock());

        other.close().block(PATIENCE);

        assertThat(watcher.ended()).isTrue();
    }

    @Test
    @DisplayName("while several nodes sweep and workers die, every lapse is told exactly once")
    default void watchUnderFire() {
        ExpiryWatcher watcher = watcher();
        int rounds = 5;
        int width = 20;
        for (int round = 0; round < rounds; round++) {
            await(executions().submitAll(Flux.range(0, width).map(n -> aSubmit())));
            await(executions().claim(aClaim().max(width).lease(Duration.ofMillis(200))));
            clock().advance(Duration.ofMillis(200));
            await(Flux.range(0, 3)
                    .flatMap(n -> engine().reconcilers().pass(Reconcilers.LEASE_EXPIRY), 3)
                    .then(Mono.just(true)));
            watcher.look();
            List<Claimed> resumed = await(executions().claim(aClaim().max(2 * width)));
            await(Flux.fromIterable(resumed)
                    .flatMap(claimed -> executions().complete(claimed.handle(), Payload.none()))
                    .then(Mono.just(true)));
        }

        assertThat(watcher.look())
                .hasSize(rounds * width)
                .extracting(ExpiredLease::executionId)
                .doesNotHaveDuplicates();
        watcher.cancel();
    }
}
