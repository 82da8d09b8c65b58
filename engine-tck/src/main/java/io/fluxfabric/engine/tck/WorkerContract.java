package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.Scope;
import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.event.WorkerEvent;
import io.fluxfabric.engine.id.Capabilities;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.lease.RenewOutcome;
import io.fluxfabric.engine.operator.RevokeLease;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.worker.DrainOutcome;
import io.fluxfabric.engine.worker.Heartbeat;
import io.fluxfabric.engine.worker.HeartbeatOutcome;
import io.fluxfabric.engine.worker.ListWorkers;
import io.fluxfabric.engine.worker.MarkDeadOutcome;
import io.fluxfabric.engine.worker.RegisterOutcome;
import io.fluxfabric.engine.worker.RegisterWorker;
import io.fluxfabric.engine.worker.RegisteredWorker;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Who is in the registry, and how it stays there. */
public interface WorkerContract extends WorkerFixture {

    @Test
    @DisplayName(
            "WRK-001 (target) the first registration registers, the same again refreshes, and only the first is an event")
    default void registersThenRefreshes() {
        assertThat(register(aRegistration()))
                .isEqualTo(new RegisterOutcome.Registered(clock().now().plus(TTL)));
        clock().advance(Duration.ofSeconds(1));
        RegisterOutcome again = register(aRegistration());

        assertThat(again).isEqualTo(new RegisterOutcome.Refreshed(clock().now().plus(TTL)));
        assertThat(again.kind()).isEqualTo(RegisterOutcome.Kind.REFRESHED);
        assertThat(workerEvents()).singleElement().satisfies(event -> {
            assertThat(event.type()).isEqualTo(WorkerEvent.Type.REGISTERED);
            assertThat(event.worker()).isEqualTo(ANNA);
            assertThat(event.reason()).isEmpty();
            assertThat(event.at()).isEqualTo(clock().now().minusSeconds(1));
        });
    }

    @Test
    @DisplayName("an instance id that lives under one worker is refused to another")
    default void reassigned() {
        register(aRegistration());

        assertThat(refusal(workers().register(RegisterWorker.as("bert", ANNA_1.value()))))
                .isInstanceOf(ValidationException.class)
                .hasMessageContaining("instance_id reassigned")
                .satisfies(error -> assertThat(error.code()).isEqualTo(ErrorCode.INVALID_INPUT));
        assertThat(anna().worker()).isEqualTo(ANNA);
        assertThat(anna().lanes()).containsExactly(LaneId.of(LANE));
        assertThat(workerEventTypes()).containsExactly(WorkerEvent.Type.REGISTERED);
    }

    @Test
    @DisplayName("a lapsed instance id may be registered again, also by another worker, and starts anew")
    default void lapsedMayBeTaken() {
        register(aRegistration());
        clock().advance(TTL);
        Instant second = clock().now();

        assertThat(register(aRegistration())).isInstanceOf(RegisterOutcome.Registered.class);
        assertThat(anna().registeredAt()).isEqualTo(second);
        clock().advance(TTL);
        WorkerIdentity bert = WorkerIdentity.of("bert", ANNA_1.value());

        assertThat(register(RegisterWorker.as(bert))).isInstanceOf(RegisterOutcome.Registered.class);
        assertThat(anna().worker()).isEqualTo(bert);
        assertThat(anna().registeredAt()).isEqualTo(second.plus(TTL));
        assertThat(workerEventTypes())
                .containsExactly(WorkerEvent.Type.REGISTERED, WorkerEvent.Type.REGISTERED, WorkerEvent.Type.REGISTERED);
    }

    @Test
    @DisplayName("64 first registrations of one instance id by two workers: one registers, and one worker has it")
    default void registrationRace() {
        List<String> outcomes = await(Flux.range(0, 64)
                .flatMap(
                        n -> workers()
                                .register(RegisterWorker.as("w" + n % 2, "contested"))
                                .map(outcome -> outcome.kind().name())
                                .onErrorResume(ValidationException.class, refused -> Mono.just("REASSIGNED")),
                        64));

        assertThat(outcomes).filteredOn("REGISTERED"::equals).hasSize(1);
        assertThat(outcomes).filteredOn("REFRESHED"::equals).hasSize(31);
        assertThat(outcomes).filteredOn("REASSIGNED"::equals).hasSize(32);
        assertThat(workerEventTypes()).containsExactly(WorkerEvent.Type.REGISTERED);
    }

    @Test
    @DisplayName("WRK-003 the same instance id in two namespaces is two instances")
    default void namespaces() {
        Scope other = engine().namespace(scope().namespace() + "-b");
        register(aRegistration());

        assertThat(await(other.workers().register(RegisterWorker.as("bert", ANNA_1.value()))))
                .isInstanceOf(RegisterOutcome.Registered.class);
        assertThat(await(other.workers().markDead(ANNA_1, "gone"))).isEqualTo(new MarkDeadOutcome.Marked(0));
        assertThat(anna().worker()).isEqualTo(ANNA);
        assertThat(await(other.workers().list(ListWorkers.all()))).isEmpty();
    }

    @Test
    @DisplayName(
            "WRK-004 a refresh replaces lanes, capabilities and TTL, keeps the time of registration, and is an event")
    default void refreshReplaces() {
        Instant first = clock().now();
        register(aRegistration());
        clock().advance(Duration.ofSeconds(5));

        register(RegisterWorker.as(ANNA)
                .lanes("a,b", "say \"hi\"")
                .offers("x", "y")
                .livenessTtl(Duration.ofHours(1)));

        assertThat(anna())
                .isEqualTo(new RegisteredWorker(
                        scope().namespace(),
                        ANNA,
                        Set.of(LaneId.of("a,b"), LaneId.of("say \"hi\"")),
                        Capabilities.offered("x", "y"),
                        true,
                        false,
                        first,
                        clock().now(),
                        Duration.ofHours(1)));
        assertThat(workerEventTypes())
                .containsExactly(WorkerEvent.Type.REGISTERED, WorkerEvent.Type.CAPABILITY_CHANGED);

        register(RegisterWorker.as(ANNA).lanes("a,b", "say \"hi\"").offers("x"));
        register(RegisterWorker.as(ANNA).lanes("a,b").offers("x"));
        register(RegisterWorker.as(ANNA).lanes("a,b").offers("x").livenessTtl(Duration.ofHours(2)));
        assertThat(workerEventTypes()).as("another TTL is no event").hasSize(4);
    }

    @Test
    @DisplayName("WRK-005 (target) a heartbeat prolongs a life by the TTL from now, and is no event")
    default void heartbeat() {
        Instant first = clock().now();
        register(aRegistration());
        clock().advance(Duration.ofSeconds(10));

        HeartbeatOutcome outcome = await(workers().heartbeat(ANNA_1));

        assertThat(outcome).isEqualTo(new HeartbeatOutcome.Refreshed(first.plusSeconds(40), false));
        assertThat(outcome.kind()).isEqualTo(HeartbeatOutcome.Kind.REFRESHED);
        assertThat(anna().lastHeartbeat()).isEqualTo(clock().now());
        assertThat(anna().registeredAt()).isEqualTo(first);
        assertThat(workerEventTypes()).containsExactly(WorkerEvent.Type.REGISTERED);
    }

    @Test
    @DisplayName("a heartbeat renews the leases it carries, tells of those that are lost, and lives without them")
    default void heartbeatWithLeases() {
        register(aRegistration());
        Handle first = givenRunning();
        Handle lost = givenRunning();
        Handle last = givenRunning();
        await(scope().operator().revokeLease(RevokeLease.of(lost.executionId(), ORDER)));
        clock().advance(Duration.ofSeconds(10));
        Instant until = clock().now().plus(TTL);

        Heartbeat beat = await(workers().heartbeat(ANNA_1, List.of(first, lost, last, first)));

        assertThat(beat.liveness()).isEqualTo(new HeartbeatOutcome.Refreshed(until, false));
        assertThat(beat.leases()).extracting(RenewOutcome::handle).containsExactly(first, lost, last, first);
        assertThat(beat.leases().get(1)).isInstanceOf(RenewOutcome.Lost.class);
        for (int place : new int[] {0, 2, 3}) {
            assertThat(beat.leases().get(place))
                    .isInstanceOfSatisfying(
                            RenewOutcome.Renewed.class,
                            renewed -> assertThat(renewed.renewal().expiresAt()).isEqualTo(until));
        }
        assertThat(anna().lastHeartbeat()).isEqualTo(clock().now());
        clock().advance(Duration.ofSeconds(1));
        assertThat(await(workers().heartbeat(ANNA_1, List.of(lost))).liveness())
                .isEqualTo(new HeartbeatOutcome.Refreshed(until.plusSeconds(1), false));
        assertThat(await(workers().heartbeat(ANNA_1, List.of())))
                .isEqualTo(new Heartbeat(new HeartbeatOutcome.Refreshed(until.plusSeconds(1), false), List.of()));
    }

    @Test
    @DisplayName("leases are renewed by a heartbeat of somebody who never registered, too")
    default void heartbeatWithLeasesOfUnknown() {
        Handle handle = givenRunning();

        Heartbeat beat = await(workers().heartbeat(ANNA_1, List.of(handle)));

        assertThat(beat.liveness()).isEqualTo(new HeartbeatOutcome.NotRegistered());
        assertThat(beat.leases()).singleElement().isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(refusal(workers().heartbeat(ANNA_1, Collections.nCopies(10_001, handle))))
                .isInstanceOf(ValidationException.class);
    }

    @Test
    @DisplayName("WRK-006 a heartbeat of an instance nobody knows registers nothing")
    default void heartbeatOfUnknown() {
        assertThat(await(workers().heartbeat(ANNA_1))).isEqualTo(new HeartbeatOutcome.NotRegistered());
        assertThat(listed(ListWorkers.all())).isEmpty();
    }

    @Test
    @DisplayName("at the very end of its TTL an instance is dead for everybody, and no heartbeat brings it back")
    default void noResurrection() {
        register(aRegistration());
        clock().advance(TTL.minusMillis(1));
        assertThat(anna().alive()).isTrue();
        assertThat(await(workers().heartbeat(ANNA_1))).isInstanceOf(HeartbeatOutcome.Refreshed.class);
        clock().advance(TTL);

        assertThat(anna().alive()).isFalse();
        assertThat(await(workers().heartbeat(ANNA_1))).isEqualTo(new HeartbeatOutcome.NotRegistered());
        assertThat(await(workers().drain(ANNA_1))).isEqualTo(DrainOutcome.NOT_REGISTERED);
        assertThat(anna().alive()).isFalse();
        await(engine().reconcilers().pass(Reconcilers.WORKER_SWEEP));
        assertThat(listed(ListWorkers.all())).isEmpty();
    }
}
