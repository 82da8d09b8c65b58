package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.lease.ExpiredLease;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.worker.RegisterWorker;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Expired leases as they lapse. */
public interface WatchExpiredContract extends ExpiredLeaseFixture {

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

        assertThat(watcher.lookUntil(1)).containsExactly(lapsed(handle, swept));
        assertThat(watcher.look()).hasSize(1);
        watcher.cancel();
    }

    @Test
    @DisplayName("a watch does not tell of what was swept before it began")
    default void watchBegins() {
        Handle handle = givenHeldFor(Duration.ofSeconds(10));
        clock().advance(Duration.ofSeconds(10));
        await(engine().reconcilers().pass(Reconcilers.LEASE_EXPIRY));
        await(Flux.defer(() -> scope().events().leases(Optional.empty()))
                .filter(event -> event.executionId().equals(handle.executionId()))
                .collectList()
                .filter(told -> told.size() == 2)
                .repeatWhenEmpty(rounds -> rounds));

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
            assertThat(watcher.lookUntil(loss)).hasSize(loss);
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

        assertThat(ids(watcher.lookUntil(1))).containsExactly(handle.executionId());
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
        watcher.lookUntil(count);

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

        watcher.lookUntil(rounds * width);
        assertThat(watcher.look())
                .hasSize(rounds * width)
                .extracting(ExpiredLease::executionId)
                .doesNotHaveDuplicates();
        watcher.cancel();
    }
}
