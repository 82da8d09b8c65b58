package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.Scope;
import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.LeaseExpiredException;
import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.event.LeaseEvent;
import io.fluxfabric.engine.event.WorkerEvent;
import io.fluxfabric.engine.execution.Attempt;
import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.execution.Execution;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.id.Capabilities;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.id.WorkerInstanceId;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.lease.HandleKind;
import io.fluxfabric.engine.lease.RenewOutcome;
import io.fluxfabric.engine.operator.RevokeLease;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.policy.ExecutionPolicy;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.state.AttemptOutcome;
import io.fluxfabric.engine.state.OwnershipState;
import io.fluxfabric.engine.state.PublicState;
import io.fluxfabric.engine.worker.DrainOutcome;
import io.fluxfabric.engine.worker.Heartbeat;
import io.fluxfabric.engine.worker.HeartbeatOutcome;
import io.fluxfabric.engine.worker.ListWorkers;
import io.fluxfabric.engine.worker.MarkDeadOutcome;
import io.fluxfabric.engine.worker.RegisterOutcome;
import io.fluxfabric.engine.worker.RegisterWorker;
import io.fluxfabric.engine.worker.RegisteredWorker;
import io.fluxfabric.engine.worker.WorkerPage;
import io.fluxfabric.engine.worker.Workers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** What the registry of workers promises. */
public interface WorkerContract extends EngineFixture {

    Duration TTL = Duration.ofSeconds(30);
    WorkerInstanceId ANNA_1 = ANNA.instance();

    /** Reports are about the whole database, so whoever earlier tests left behind goes first. */
    @BeforeEach
    default void nobodyIsLeft() {
        clock().advance(Duration.ofDays(2));
        await(engine().reconcilers().pass(Reconcilers.WORKER_SWEEP));
    }

    default Workers workers() {
        return scope().workers();
    }

    default RegisterWorker aRegistration() {
        return RegisterWorker.as(ANNA).lanes(LANE).offers("smtp").livenessTtl(TTL);
    }

    default RegisterOutcome register(RegisterWorker request) {
        return await(workers().register(request));
    }

    default List<RegisteredWorker> listed(ListWorkers which) {
        return await(workers().list(which));
    }

    default RegisteredWorker anna() {
        return listed(ListWorkers.all()).stream()
                .filter(one -> one.worker().instance().equals(ANNA_1))
                .findFirst()
                .orElseThrow();
    }

    default List<WorkerEvent> workerEvents() {
        return await(scope().events().workers(Optional.empty()));
    }

    default List<WorkerEvent.Type> workerEventTypes() {
        return workerEvents().stream().map(WorkerEvent::type).toList();
    }

    private static List<String> instances(List<RegisteredWorker> workers) {
        return workers.stream().map(one -> one.worker().instance().value()).toList();
    }

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

    @Test
    @DisplayName("WRK-008 marking dead removes the instance and tells why")
    default void markDead() {
        register(aRegistration());

        MarkDeadOutcome outcome = await(workers().markDead(ANNA_1, "node lost"));

        assertThat(outcome).isEqualTo(new MarkDeadOutcome.Marked(0));
        assertThat(outcome.kind()).isEqualTo(MarkDeadOutcome.Kind.MARKED);
        assertThat(listed(ListWorkers.all())).isEmpty();
        assertThat(workerEvents().get(1)).satisfies(event -> {
            assertThat(event.type()).isEqualTo(WorkerEvent.Type.MARKED_DEAD);
            assertThat(event.worker()).isEqualTo(ANNA);
            assertThat(event.reason()).contains("node lost");
        });
    }

    @Test
    @DisplayName("WRK-009 marking an unknown instance dead, or one twice, changes nothing and is no event")
    default void markDeadTwice() {
        Handle held = givenRunning();

        assertThat(await(workers().markDead(ANNA_1, ""))).isEqualTo(new MarkDeadOutcome.NotRegistered());
        register(aRegistration());
        await(workers().markDead(ANNA_1, ""));
        assertThat(await(workers().markDead(ANNA_1, ""))).isEqualTo(new MarkDeadOutcome.NotRegistered());

        assertThat(workerEventTypes()).containsExactly(WorkerEvent.Type.REGISTERED, WorkerEvent.Type.MARKED_DEAD);
        assertThat(refusal(executions().complete(held, Payload.none()))).isInstanceOf(LeaseExpiredException.class);
    }

    @Test
    @DisplayName("WRK-010 a reason has at most 256 bytes and no control character, or nothing happens")
    default void reasonLimits() {
        register(aRegistration());
        for (String reason : List.of("x".repeat(257), "ä".repeat(129), "a\nb", "a\u0000b", "a\u0085b", "\ud800")) {
            assertThat(refusal(workers().markDead(ANNA_1, reason)))
                    .isInstanceOf(ValidationException.class)
                    .hasMessageContaining("reason");
        }
        assertThat(anna().alive()).isTrue();

        assertThat(await(workers().markDead(ANNA_1, "ä".repeat(128)))).isEqualTo(new MarkDeadOutcome.Marked(0));
        assertThat(workerEvents().get(1).reason()).contains("ä".repeat(128));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, 999, 24 * 3_600_000L + 1, Long.MAX_VALUE})
    @DisplayName("a TTL is between a second and a day")
    default void ttlLimits(long millis) {
        assertThat(refusal(workers().register(aRegistration().livenessTtl(Duration.ofMillis(millis)))))
                .isInstanceOf(ValidationException.class)
                .hasMessageContaining("liveness ttl");
        assertThat(listed(ListWorkers.all())).isEmpty();

        register(aRegistration().livenessTtl(Duration.ofSeconds(1)));
        register(aRegistration().livenessTtl(Duration.ofHours(24)));
    }

    @Test
    @DisplayName("marking dead puts everything the instance holds back on its lane at once, and fences it")
    default void markDeadReleases() {
        register(aRegistration());
        List<Handle> held = IntStream.range(0, 3).mapToObj(n -> givenRunning()).toList();
        given(aSubmit());
        Handle ofBert = claimedBy(aClaim().as(BERT)).handle();

        assertThat(await(workers().markDead(ANNA_1, "node lost"))).isEqualTo(new MarkDeadOutcome.Marked(3));

        for (Handle handle : held) {
            ExecutionId id = handle.executionId();
            Execution stored = describe(id);
            assertThat(stored.publicState()).isEqualTo(PublicState.RESUMABLE);
            assertThat(stored.attempts().reclaims()).isEqualTo(1);
            assertThat(stored.lease()).isEmpty();
            assertThat(refusal(executions().complete(handle, Payload.none())))
                    .isInstanceOf(LeaseExpiredException.class);
            assertThat(attemptsOf(id))
                    .singleElement()
                    .extracting(Attempt::outcome)
                    .isEqualTo(Optional.of(AttemptOutcome.LEASE_EXPIRED_RECLAIMABLE));
            assertThat(leaseEventsOf(id).get(1)).satisfies(event -> {
                assertThat(event.type()).isEqualTo(LeaseEvent.Type.EXPIRED);
                assertThat(event.reason()).contains("worker_dead");
                assertThat(event.holder()).contains(ANNA);
                assertThat(event.epoch()).isEqualTo(handle.fence().epoch() + 1);
            });
        }
        assertThat(await(executions().complete(ofBert, Payload.none()))).isNotNull();
        List<Claimed> resumed = await(executions().claim(aClaim().as(BERT).max(10)));
        assertThat(resumed)
                .extracting(claimed -> claimed.handle().kind())
                .containsExactly(HandleKind.RESUMED, HandleKind.RESUMED, HandleKind.RESUMED);
    }

    @Test
    @DisplayName("the cap on reclaims holds for the dead too: the last loss is the end")
    default void markDeadAtTheCap() {
        register(aRegistration());
        Handle handle = givenRunning(aSubmit().policy(ExecutionPolicy.defaults().withMaxReclaims(0)));

        assertThat(await(workers().markDead(ANNA_1, "node lost"))).isEqualTo(new MarkDeadOutcome.Marked(1));

        assertThat(stateOf(handle.executionId())).isEqualTo(PublicState.FAILED);
        assertThat(completionsOf(handle.executionId())).hasSize(1);
    }

    @Test
    @DisplayName("with a reclaim grace, what the dead held is kept for reclaims first")
    default void markDeadWithGrace() {
        Engine patient = anotherNode(Duration.ofMinutes(1), 10);
        try {
            register(aRegistration());
            Handle handle = givenRunning();

            Workers there = patient.namespace(scope().namespace().value()).workers();
            assertThat(await(there.markDead(ANNA_1, "node lost"))).isEqualTo(new MarkDeadOutcome.Marked(1));

            assertThat(describe(handle.executionId()).state().ownership())
                    .isEqualTo(OwnershipState.LEASE_EXPIRED_RECLAIMABLE);
        } finally {
            patient.close().block(PATIENCE);
        }
    }

    @Test
    @DisplayName("WRK-016 the sweep removes the lapsed once, releases what they hold, and leaves the living alone")
    default void sweep() {
        register(aRegistration());
        register(RegisterWorker.as(BERT).livenessTtl(Duration.ofHours(1)));
        Handle ofAnna = givenLongRunning(ANNA);
        Handle ofBert = givenLongRunning(BERT);
        clock().advance(TTL);

        assertThat(await(engine().reconcilers().pass(Reconcilers.WORKER_SWEEP)).changed())
                .as("one lease and one instance")
                .isEqualTo(2);
        assertThat(await(engine().reconcilers().pass(Reconcilers.WORKER_SWEEP)).changed())
                .isZero();

        assertThat(instances(listed(ListWorkers.all()))).containsExactly("bert-1");
        assertThat(stateOf(ofAnna.executionId())).isEqualTo(PublicState.RESUMABLE);
        assertThat(refusal(executions().complete(ofAnna, Payload.none()))).isInstanceOf(LeaseExpiredException.class);
        assertThat(await(executions().complete(ofBert, Payload.none()))).isNotNull();
        assertThat(workerEventTypes())
                .containsExactly(WorkerEvent.Type.REGISTERED, WorkerEvent.Type.REGISTERED, WorkerEvent.Type.TTL_SWEPT);
    }

    private Handle givenLongRunning(WorkerIdentity worker) {
        givenWaiting();
        return claimedBy(aClaim().as(worker).lease(Duration.ofHours(1))).handle();
    }

    @Test
    @DisplayName("the sweep works in batches, however much the dead hold")
    default void sweepInBatches() {
        Engine small = anotherNode(Duration.ZERO, 2);
        try {
            IntStream.range(0, 5).forEach(n -> register(RegisterWorker.as("w", "w-" + n)));
            List<Handle> held = IntStream.range(0, 5)
                    .mapToObj(n -> givenLongRunning(WorkerIdentity.of("w", "w-" + n % 2)))
                    .toList();
            clock().advance(TTL);

            assertThat(await(small.reconcilers().pass(Reconcilers.WORKER_SWEEP)).changed())
                    .isEqualTo(10);
            assertThat(held)
                    .allSatisfy(
                            handle -> assertThat(stateOf(handle.executionId())).isEqualTo(PublicState.RESUMABLE));
            assertThat(listed(ListWorkers.all())).isEmpty();
        } finally {
            small.close().block(PATIENCE);
        }
    }

    @Test
    @DisplayName("the sweep takes nothing from an instance of the same id in another namespace")
    default void sweepOfOneNamespace() {
        Scope other = engine().namespace(scope().namespace() + "-b");
        register(aRegistration());
        await(other.workers().register(aRegistration().livenessTtl(Duration.ofHours(1))));
        await(other.executions().submit(aSubmit()));
        Handle elsewhere = await(other.executions().claim(aClaim().lease(Duration.ofHours(1))))
                .get(0)
                .handle();
        clock().advance(TTL);

        await(engine().reconcilers().pass(Reconcilers.WORKER_SWEEP));

        assertThat(await(other.executions().complete(elsewhere, Payload.none())))
                .isNotNull();
        assertThat(await(other.workers().list(ListWorkers.all()))).hasSize(1);
    }

    @Test
    @DisplayName("WRK-016 sweeps and declarations of death that meet tell of one death and release once")
    default void sweepAgainstMarkDead() {
        List<ExecutionId> held = new ArrayList<>();
        for (int n = 0; n < 10; n++) {
            WorkerIdentity worker = WorkerIdentity.of("w", "w-" + n);
            register(RegisterWorker.as(worker));
            held.add(givenLongRunning(worker).executionId());
        }
        clock().advance(TTL);

        await(Flux.range(0, 40)
                .flatMap(
                        n -> n % 4 == 0
                                ? engine().reconcilers()
                                        .pass(Reconcilers.WORKER_SWEEP)
                                        .then()
                                : workers()
                                        .markDead(WorkerInstanceId.of("w-" + n % 10), "raced")
                                        .then(),
                        40)
                .then(Mono.just(true)));
        await(engine().reconcilers().pass(Reconcilers.WORKER_SWEEP));

        assertThat(workerEvents())
                .filteredOn(event -> event.type() != WorkerEvent.Type.REGISTERED)
                .extracting(WorkerEvent::worker)
                .doesNotHaveDuplicates()
                .hasSize(10);
        assertThat(held)
                .allSatisfy(id -> assertThat(leaseEventsOf(id))
                        .filteredOn(event -> event.type() == LeaseEvent.Type.EXPIRED)
                        .hasSize(1));
    }

    @Test
    @DisplayName("a draining instance keeps what it holds and gets nothing new; others, registered or not, do")
    default void drains() {
        register(aRegistration());
        Handle held = givenRunning();
        givenWaiting();

        assertThat(await(workers().drain(ANNA_1))).isEqualTo(DrainOutcome.DRAINING);
        assertThat(await(workers().drain(ANNA_1))).isEqualTo(DrainOutcome.DRAINING);

        assertThat(anna().draining()).isTrue();
        assertThat(await(workers().heartbeat(ANNA_1)))
                .isEqualTo(new HeartbeatOutcome.Refreshed(clock().now().plus(TTL), true));
        assertThat(await(executions().claim(aClaim()))).isEmpty();
        assertThat(await(executions().complete(held, Payload.none()))).isNotNull();
        register(aRegistration());
        assertThat(await(executions().claim(aClaim())))
                .as("a refresh ends no draining")
                .isEmpty();
        assertThat(await(executions().claim(aClaim().as(WorkerIdentity.of("anna", "anna-2")))))
                .hasSize(1);

        givenWaiting();
        assertThat(await(workers().resume(ANNA_1))).isEqualTo(DrainOutcome.WORKING);
        assertThat(await(executions().claim(aClaim()))).hasSize(1);
        assertThat(workerEventTypes())
                .containsExactly(WorkerEvent.Type.REGISTERED, WorkerEvent.Type.DRAINING, WorkerEvent.Type.RESUMED);
    }

    @Test
    @DisplayName("draining is a matter of one namespace, and over when a lapsed instance registers again")
    default void drainEnds() {
        Scope other = engine().namespace(scope().namespace() + "-b");
        register(aRegistration());
        await(workers().drain(ANNA_1));
        await(other.executions().submit(aSubmit()));
        assertThat(await(other.executions().claim(aClaim()))).hasSize(1);
        clock().advance(TTL);

        register(aRegistration());

        assertThat(anna().draining()).isFalse();
        givenWaiting();
        assertThat(await(executions().claim(aClaim()))).hasSize(1);
    }

    @Test
    @DisplayName("WRK-011 pages are ordered by instance id, byte by byte, and the last has no cursor")
    default void pages() {
        for (String instance : List.of("b", "a", "B", "ä", "a.1", "a-1")) {
            register(RegisterWorker.as("w", instance).lanes("x", "y").offers("q", "p"));
        }

        WorkerPage first = await(workers().page(ListWorkers.all().pageSize(4)));
        WorkerPage second = await(
                workers().page(ListWorkers.all().pageSize(4).after(first.next().orElseThrow())));

        assertThat(instances(first.workers())).containsExactly("B", "a", "a-1", "a.1");
        assertThat(instances(second.workers())).containsExactly("b", "ä");
        assertThat(second.next()).isEmpty();
        assertThat(first.workers()).allSatisfy(one -> {
            assertThat(one.lanes()).containsExactly(LaneId.of("x"), LaneId.of("y"));
            assertThat(one.capabilities()).isEqualTo(Capabilities.offered("p", "q"));
        });
        assertThat(await(workers().page(ListWorkers.all().pageSize(6))).next()).isEmpty();
        assertThat(instances(listed(ListWorkers.all().pageSize(1)))).containsExactly("B", "a", "a-1", "a.1", "b", "ä");
    }

    @Test
    @DisplayName("WRK-012 (target) a listing over all namespaces has a place in both of its keys")
    default void listAcrossNamespaces() {
        List<Scope> scopes = IntStream.range(0, 3)
                .mapToObj(n -> engine().namespace(scope().namespace() + "-" + n))
                .toList();
        for (Scope each : scopes) {
            await(each.workers().register(RegisterWorker.as("w", "same")));
            await(each.workers().register(RegisterWorker.as("w", "other")));
        }

        List<String> found =
                await(engine().allWorkers(ListWorkers.all().pageSize(1)).map(WorkerContract::place));
        List<String> paged = await(engine().allWorkersPage(ListWorkers.all().pageSize(4))
                .expand(page -> Mono.justOrEmpty(page.next())
                        .flatMap(next -> engine().allWorkersPage(
                                        ListWorkers.all().pageSize(4).after(next))))
                .flatMapIterable(WorkerPage::workers)
                .map(WorkerContract::place));

        assertThat(found).doesNotHaveDuplicates().isSorted();
        assertThat(paged).isEqualTo(found);
        assertThat(found.stream().filter(place -> place.startsWith(scope().namespace() + "-")))
                .containsExactly(scopes.stream()
                        .flatMap(each -> List.of(each.namespace() + "/other", each.namespace() + "/same").stream())
                        .toArray(String[]::new));
    }

    private static String place(RegisteredWorker worker) {
        return worker.namespace() + "/" + worker.worker().instance();
    }

    @Test
    @DisplayName("a listing takes only the living or the dead, one lane, one capability")
    default void filters() {
        register(RegisterWorker.as("w", "short").lanes("a").offers("x").livenessTtl(Duration.ofSeconds(1)));
        register(RegisterWorker.as("w", "long").lanes("a", "b").offers("x", "y"));
        register(RegisterWorker.as("w", "comma").lanes("a,b", "x\"a").offers("x\"y"));
        clock().advance(Duration.ofSeconds(1));

        assertThat(instances(listed(ListWorkers.all().alive(true)))).containsExactly("comma", "long");
        assertThat(instances(listed(ListWorkers.all().alive(false)))).containsExactly("short");
        assertThat(instances(listed(ListWorkers.all().lane("a")))).containsExactly("long", "short");
        assertThat(instances(listed(ListWorkers.all().lane("b")))).containsExactly("long");
        assertThat(instances(listed(ListWorkers.all().offering("y")))).containsExactly("long");
        assertThat(instances(listed(ListWorkers.all().lane("a").alive(true).offering("x"))))
                .containsExactly("long");
        assertThat(listed(ListWorkers.all().lane("nowhere"))).isEmpty();
    }

    @Test
    @DisplayName("a listing reads no page before somebody asks for it")
    default void demand() {
        IntStream.range(0, 5).forEach(n -> register(RegisterWorker.as("w", "w-" + n)));

        StepVerifier.create(workers().list(ListWorkers.all().pageSize(2)), 2)
                .expectNextCount(2)
                .then(() -> await(workers().markDead(WorkerInstanceId.of("w-2"), "")))
                .thenRequest(10)
                .expectNextMatches(one -> one.worker().instance().value().equals("w-3"))
                .expectNextCount(1)
                .expectComplete()
                .verify(PATIENCE);
    }

    @Test
    @DisplayName("a page has 1 to 1000 rows, and a cursor belongs to its own listing")
    default void badListings() {
        IntStream.range(0, 3).forEach(n -> register(RegisterWorker.as("w", "w-" + n)));
        String cursor =
                await(workers().page(ListWorkers.all().pageSize(1))).next().orElseThrow();
        ListWorkers next = ListWorkers.all().after(cursor);

        assertThat(await(workers().page(next.pageSize(1000))).workers()).hasSize(2);
        for (Mono<?> bad : List.<Mono<?>>of(
                workers().page(ListWorkers.all().pageSize(0)),
                workers().page(ListWorkers.all().pageSize(1001)),
                workers().page(next.lane(LANE)),
                workers().page(next.alive(true)),
                workers().page(ListWorkers.all().after("")),
                workers().page(ListWorkers.all().after("nonsense!")),
                workers().page(ListWorkers.all().after(cursor.substring(1))),
                workers().page(ListWorkers.all().offering("a,b")),
                workers().list(next.lane(LANE)).then(),
                engine().namespace("other").workers().page(next),
                engine().allWorkersPage(next))) {
            assertThat(refusal(bad)).isInstanceOf(ValidationException.class);
        }
    }

    @Test
    @DisplayName("what a worker serves is checked as a claim is: lanes, capabilities, ids")
    default void badRegistrations() {
        List<Runnable> bad = List.of(
                () -> aRegistration().lanes(""),
                () -> aRegistration().lanes("x".repeat(65)),
                () -> aRegistration()
                        .lanes(IntStream.range(0, 257).mapToObj(n -> "l" + n).toArray(String[]::new)),
                () -> aRegistration().offers("a,b"),
                () -> aRegistration().offers("a b"),
                () -> RegisterWorker.as("", "x"),
                () -> RegisterWorker.as("x", "a b"),
                () -> RegisterWorker.as("x", "x".repeat(257)));
        for (Runnable each : bad) {
            assertThatThrownBy(each::run).isInstanceOf(ValidationException.class);
        }
    }

    @Test
    @DisplayName("who never registered may claim")
    default void registryIsOptional() {
        Submit submit = aSubmit();
        given(submit);

        assertThat(await(executions().claim(Claim.lane(LANE).as("nobody", "nobody-1"))))
                .hasSize(1);
    }
}
