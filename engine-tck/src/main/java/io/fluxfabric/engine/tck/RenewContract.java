package io.fluxfabric.engine.tck;

import static io.fluxfabric.engine.tck.HolderFixture.with;
import static io.fluxfabric.engine.tck.HolderFixture.withEpoch;
import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.execution.Execution;
import io.fluxfabric.engine.lease.Backend;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.lease.LeaseRenewal;
import io.fluxfabric.engine.lease.Leases;
import io.fluxfabric.engine.lease.RenewOutcome;
import io.fluxfabric.engine.lease.RenewOutcome.Lost;
import io.fluxfabric.engine.lease.RenewOutcome.Renewed;
import io.fluxfabric.engine.limits.Limit;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.state.PublicState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

/** What renewing promises. */
public interface RenewContract extends HolderFixture {

    default Leases leases() {
        return scope().leases();
    }

    default Instant expiryOf(Handle handle) {
        return describe(handle.executionId()).lease().orElseThrow().expiresAt();
    }

    /** The handles of this many running executions. */
    default List<Handle> givenManyRunning(int count) {
        await(executions().submitAll(Flux.range(0, count).map(each -> aSubmit())));
        return await(executions().claim(aClaim().max(count)).map(Claimed::handle));
    }

    @Test
    @DisplayName(
            "LSE-001 (target), LSE-010 a renewal moves the expiry on by the lease's length, keeps the epoch, writes no event")
    default void renews() {
        Handle handle = givenRunning();
        Execution before = describe(handle.executionId());
        clock().advance(Duration.ofSeconds(25));

        LeaseRenewal renewal = await(leases().renew(handle));

        assertThat(renewal)
                .isEqualTo(
                        new LeaseRenewal(handle.executionId(), 1, clock().now().plusSeconds(30)));
        assertThat(expiryOf(handle)).isEqualTo(renewal.expiresAt());
        Execution after = describe(handle.executionId());
        assertThat(after.state()).isEqualTo(before.state());
        assertThat(after.lease().orElseThrow().epoch()).isEqualTo(1);
        assertThat(after.lease().orElseThrow().acquiredAt())
                .isEqualTo(before.lease().orElseThrow().acquiredAt());
        assertThat(leaseEvents()).containsExactly("ACQUIRED(fresh)");
    }

    @Test
    @DisplayName("a lease that is renewed in time lives on, to the millisecond")
    default void livesOn() {
        Handle handle = givenRunning();
        for (int times = 0; times < 3; times++) {
            clock().advance(Duration.ofMillis(29_999));
            await(leases().renew(handle));
        }
        clock().advance(Duration.ofSeconds(30));
        assertThat(errorOf(leases().renew(handle)).code()).isEqualTo(ErrorCode.LEASE_EXPIRED);
        assertThat(errorOf(leases().renew(handle)).code()).isEqualTo(ErrorCode.LEASE_EXPIRED);
    }

    @Test
    @DisplayName("a lease that was renewed is not taken for lapsed at its first expiry, but is at its last")
    default void notSwept() {
        Handle handle = givenRunning();
        clock().advance(Duration.ofSeconds(25));
        await(leases().renew(handle));

        clock().advance(Duration.ofSeconds(10));
        await(engine().reconcilers().pass(Reconcilers.LEASE_EXPIRY));
        assertThat(stateOf(handle.executionId())).isEqualTo(PublicState.ACTIVE);
        await(leases().renew(handle));

        clock().advance(Duration.ofSeconds(30));
        await(engine().reconcilers().pass(Reconcilers.LEASE_EXPIRY));
        assertThat(stateOf(handle.executionId())).isEqualTo(PublicState.RESUMABLE);
        assertThat(errorOf(leases().renew(handle)).code()).isEqualTo(ErrorCode.LEASE_EXPIRED);
    }

    @Test
    @DisplayName("a renewal never shortens a lease")
    default void neverShortens() {
        Handle handle = givenRunning();
        Instant expiry = expiryOf(handle);

        assertThat(await(leases().renew(with(handle, Duration.ofSeconds(1)))).expiresAt())
                .isEqualTo(expiry);
        assertThat(expiryOf(handle)).isEqualTo(expiry);
    }

    @Test
    @DisplayName("a renewal gives no more than the longest lease, whatever the handle says")
    default void longestLease() {
        Handle handle = givenRunning();

        assertThat(await(leases().renew(with(handle, Duration.ofMillis(Long.MAX_VALUE))))
                        .expiresAt())
                .isEqualTo(clock().now().plusMillis(Limit.LEASE_TTL_MAX.standard()));
    }

    @Test
    @DisplayName("a renewal does not go past the end of the attempt's time")
    default void attemptTimeout() {
        Handle handle = givenRunning(aSubmit().attemptTimeout(Duration.ofSeconds(40)));
        Instant timeout = clock().now().plusSeconds(40);
        clock().advance(Duration.ofSeconds(5));
        assertThat(await(leases().renew(handle)).expiresAt())
                .isEqualTo(clock().now().plusSeconds(30));

        clock().advance(Duration.ofSeconds(20));
        assertThat(await(leases().renew(handle)).expiresAt()).isEqualTo(timeout);
        assertThat(await(leases().renew(handle)).expiresAt()).isEqualTo(timeout);

        clock().advance(Duration.ofSeconds(15));
        assertThat(errorOf(leases().renew(handle)).code()).isEqualTo(ErrorCode.LEASE_EXPIRED);
    }

    @Test
    @DisplayName("many renewals answer each in their order; one that is lost does not harm the others")
    default void renewAll() {
        List<Handle> held = givenManyRunning(4);
        Handle completed = held.get(1);
        await(executions().complete(completed));
        Handle released = held.get(3);
        await(executions().release(released, "gone"));
        Handle resumed = claimedByBert().handle();
        Handle forged = withEpoch(held.get(0), 77);
        Backend other = forged.backend() == Backend.POSTGRES ? Backend.SQLITE : Backend.POSTGRES;
        Handle foreign =
                new Handle(other, forged.kind(), held.get(0).fence(), forged.lane(), forged.worker(), forged.ttl());
        clock().advance(Duration.ofSeconds(7));

        List<Handle> asked = List.of(foreign, held.get(2), forged, completed, held.get(0), released, resumed);
        List<RenewOutcome> outcomes = await(leases().renewAll(asked));

        assertThat(outcomes).extracting(RenewOutcome::handle).isEqualTo(asked);
        assertThat(outcomes)
                .extracting(
                        outcome -> outcome instanceof Lost lost ? lost.reason().code() : "renewed")
                .containsExactly(
                        ErrorCode.HANDLE_FROM_OTHER_BACKEND,
                        "renewed",
                        ErrorCode.STALE_LEASE,
                        ErrorCode.EXECUTION_NOT_ACTIVE,
                        "renewed",
                        ErrorCode.STALE_LEASE,
                        "renewed");
        assertThat(expiryOf(held.get(0))).isEqualTo(clock().now().plusSeconds(30));
        assertThat(stateOf(completed.executionId())).isEqualTo(PublicState.COMPLETED);
    }

    @Test
    @DisplayName("a handle that is listed many times is answered as often, and so is a forged one beside it")
    default void duplicates() {
        Handle handle = givenRunning();
        Handle forged = withEpoch(handle, 77);
        clock().advance(Duration.ofSeconds(7));
        Renewed renewed = new Renewed(
                handle, new LeaseRenewal(handle.executionId(), 1, clock().now().plusSeconds(30)));

        List<RenewOutcome> outcomes = await(leases().renewAll(List.of(forged, handle, handle, forged, handle)));

        assertThat(outcomes)
                .filteredOn(outcome -> outcome.handle().equals(handle))
                .containsExactly(renewed, renewed, renewed);
        assertThat(outcomes)
                .filteredOn(outcome -> outcome.handle().equals(forged))
                .hasSize(2)
                .allSatisfy(
                        outcome -> assertThat(((Lost) outcome).reason().code()).isEqualTo(ErrorCode.STALE_LEASE));
    }

    @Test
    @DisplayName("more handles than go into one statement are renewed in several, all answered in their order")
    default void severalBatches() {
        List<Handle> held = givenManyRunning(3);
        int most = (int) Limit.RENEW_BATCH.standard();
        List<Handle> asked = Stream.generate(() -> held)
                .flatMap(List::stream)
                .limit(most + 2)
                .toList();

        assertThat(await(leases().renewAll(asked)))
                .allMatch(Renewed.class::isInstance)
                .extracting(RenewOutcome::handle)
                .isEqualTo(asked);
    }

    @Test
    @DisplayName("no handles, no outcomes; 1000 handles, 1000 outcomes")
    default void noneAndMany() {
        assertThat(await(leases().renewAll(List.of()))).isEmpty();

        List<Handle> held = givenManyRunning(1000);
        clock().advance(Duration.ofSeconds(1));
        List<RenewOutcome> outcomes = await(leases().renewAll(held));
        assertThat(outcomes).hasSize(1000).allMatch(Renewed.class::isInstance);
        assertThat(outcomes).extracting(RenewOutcome::handle).isEqualTo(held);
    }

    @Test
    @DisplayName(
            "renewals of one set of leases from all sides at once succeed, and complete what is completed meanwhile")
    default void concurrentRenewals() {
        List<Handle> held = givenManyRunning(50);
        List<Handle> backwards = IntStream.rangeClosed(1, 50)
                .mapToObj(place -> held.get(50 - place))
                .toList();
        List<List<RenewOutcome>> all = await(Flux.range(0, 16)
                .flatMap(
                        each -> leases().renewAll(each % 2 == 0 ? held : backwards)
                                .collectList(),
                        16));

        assertThat(all.stream().flatMap(List::stream)).hasSize(16 * 50).allMatch(Renewed.class::isInstance);
        await(Flux.fromStream(Stream.concat(held.stream(), held.stream()))
                .flatMap(handle -> executions().complete(handle), 32));
        assertThat(completions()).hasSize(50);
    }
}
