package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.Scope;
import io.fluxfabric.engine.error.LeaseExpiredException;
import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.event.LeaseEvent;
import io.fluxfabric.engine.event.WorkerEvent;
import io.fluxfabric.engine.execution.Attempt;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.execution.Execution;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.id.WorkerInstanceId;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.lease.HandleKind;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.policy.ExecutionPolicy;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.state.AttemptOutcome;
import io.fluxfabric.engine.state.OwnershipState;
import io.fluxfabric.engine.state.PublicState;
import io.fluxfabric.engine.worker.ListWorkers;
import io.fluxfabric.engine.worker.MarkDeadOutcome;
import io.fluxfabric.engine.worker.RegisterWorker;
import io.fluxfabric.engine.worker.Workers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What becomes of the dead and of what they held. */
public interface WorkerDeathContract extends WorkerFixture {

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
}
