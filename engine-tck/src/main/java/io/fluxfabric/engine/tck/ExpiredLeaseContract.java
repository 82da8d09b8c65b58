package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.Scope;
import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.lease.ExpiredLease;
import io.fluxfabric.engine.lease.ExpiredLeasePage;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.lease.ListExpiredLeases;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.reconcile.Reconcilers;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** Expired leases, as pages and as a Flux by demand. */
public interface ExpiredLeaseContract extends ExpiredLeaseFixture {

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
}
