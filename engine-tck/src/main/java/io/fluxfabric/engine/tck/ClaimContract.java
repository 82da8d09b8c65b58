package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.execution.Execution;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.execution.SubmitOutcome;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.lease.HandleKind;
import io.fluxfabric.engine.state.AttemptType;
import io.fluxfabric.engine.state.LifecyclePhase;
import io.fluxfabric.engine.state.OwnershipState;
import io.fluxfabric.engine.state.PublicState;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

/** What claiming promises. */
public interface ClaimContract extends EngineFixture {

    default List<ExecutionId> claimed(Claim claim) {
        return await(executions().claim(claim).map(Claimed::executionId));
    }

    default void refused(Claim claim, String... words) {
        executions()
                .claim(claim)
                .as(StepVerifier::create)
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOf(ValidationException.class)
                        .hasMessageContainingAll(words))
                .verify(PATIENCE);
    }

    @Test
    @DisplayName("EXE-011 a claim makes a fresh attempt under a lease of the claimer")
    default void fresh() {
        ExecutionId id = given(aSubmit().requires("smtp"));

        Claimed claimed = claimedBy(aClaim().offers("smtp").lease(Duration.ofSeconds(10)));

        assertThat(claimed.handle().kind()).isEqualTo(HandleKind.FRESH);
        assertThat(claimed.handle().fence().epoch()).isEqualTo(1);
        assertThat(claimed.handle().fence().attemptIndex()).isZero();
        assertThat(claimed.handle().worker()).isEqualTo(ANNA);
        assertThat(claimed.attemptType()).isEqualTo(AttemptType.INITIAL);
        assertThat(claimed.leaseExpiresAt()).isEqualTo(clock().now().plusSeconds(10));
        Execution stored = describe(id);
        assertThat(stored.state().phase()).isEqualTo(LifecyclePhase.ACTIVE);
        assertThat(stored.state().ownership()).isEqualTo(OwnershipState.LEASED);
        assertThat(stored.publicState()).isEqualTo(PublicState.ACTIVE);
        assertThat(stored.times().startedAt()).contains(clock().now());
        assertThat(await(executions().attempts(id))).singleElement().satisfies(attempt -> {
            assertThat(attempt.index()).isZero();
            assertThat(attempt.outcome()).isEmpty();
            assertThat(attempt.worker()).isEqualTo(ANNA);
        });
    }

    @Test
    @DisplayName("EXE-012 an empty lane, and one nobody ever heard of, give nothing")
    default void nothing() {
        assertThat(claimed(aClaim())).isEmpty();
        assertThat(claimed(Claim.lane("never-heard-of").as(ANNA))).isEmpty();
    }

    @Test
    @DisplayName("EXE-013 a worker that lacks a capability gets nothing and changes nothing")
    default void missingCapability() {
        ExecutionId id = given(aSubmit().requires("a", "b"));

        assertThat(claimed(aClaim().offers("a"))).isEmpty();
        assertThat(stateOf(id)).isEqualTo(PublicState.WAITING);
        assertThat(await(executions().attempts(id))).isEmpty();
    }

    @Test
    @DisplayName(
            "EXE-003, EXE-015 a superset or the very set of capabilities is served, another is not, and none is needed for none")
    default void capabilities() {
        given(aSubmit().requires("gpu"));
        given(aSubmit().requires("gpu"));
        given(aSubmit());

        assertThat(claimed(aClaim().offers("cpu"))).hasSize(1);
        assertThat(claimed(aClaim().offers("cpu"))).isEmpty();
        assertThat(claimed(aClaim().offers("gpu", "cuda"))).hasSize(1);
        assertThat(claimed(aClaim().offers("gpu"))).hasSize(1);
    }

    @Test
    @DisplayName("capabilities are compared byte by byte")
    default void capabilityCase() {
        given(aSubmit().requires("GPU"));

        assertThat(claimed(aClaim().offers("gpu"))).isEmpty();
        assertThat(claimed(aClaim().offers("GPU"))).hasSize(1);
    }

    @Test
    @DisplayName("EXE-046 the order is priority, then age, over all partitions and capability sets")
    default void order() {
        List<Submit> best = Stream.of(
                        aSubmit().priority(10).requires("x"),
                        aSubmit().priority(5),
                        aSubmit().priority(5).requires("y"),
                        aSubmit().priority(1),
                        aSubmit().priority(1).requires("x", "y"))
                .map(submit -> submit.executionId(
                        ExecutionId.of(ThreadLocalRandom.current().nextInt(256), UUID.randomUUID())))
                .toList();
        List<ExecutionId> expected =
                best.stream().map(submit -> submit.executionId().orElseThrow()).toList();
        for (int index : new int[] {3, 1, 4, 2, 0}) {
            given(best.get(index));
            clock().advance(Duration.ofMillis(1));
        }

        assertThat(claimed(aClaim().offers("x", "y").max(3))).isEqualTo(expected.subList(0, 3));
        assertThat(claimed(aClaim().offers("x", "y").max(3))).isEqualTo(expected.subList(3, 5));
    }

    @Test
    @DisplayName("what nobody can serve hides nothing behind it")
    default void unmatchedHead() {
        List<SubmitOutcome> head = await(executions()
                .submitAll(Flux.range(0, 200).map(n -> aSubmit().priority(9000).requires("rare"))));
        ExecutionId behind = given(aSubmit());

        assertThat(head).hasSize(200);
        assertThat(claimed(aClaim().offers("common").max(5))).containsExactly(behind);
    }

    @Test
    @DisplayName("a claim takes no more than it asked for")
    default void max() {
        IntStream.range(0, 5).forEach(n -> givenWaiting());

        assertThat(claimed(aClaim().max(3))).hasSize(3);
        assertThat(claimed(aClaim().max(3))).hasSize(2);
    }

    @Test
    @DisplayName("SDK-012 a claim sees its own namespace only")
    default void namespaces() {
        givenWaiting();

        List<Claimed> elsewhere = await(
                engine().namespace(scope().namespace() + "-b").executions().claim(aClaim()));
        assertThat(elsewhere).isEmpty();
        assertThat(claimed(aClaim())).hasSize(1);
    }

    @Test
    @DisplayName("a paused or disabled lane gives nothing, a draining one what it has")
    default void lanes() {
        givenWaiting();
        await(scope().lanes().pause(LANE, ORDER));
        assertThat(claimed(aClaim())).isEmpty();
        await(scope().lanes().disable(LANE, ORDER));
        assertThat(claimed(aClaim())).isEmpty();
        await(scope().lanes().drain(LANE, ORDER));
        assertThat(claimed(aClaim())).hasSize(1);
    }

    @Test
    @DisplayName("64 claimers on 1000 executions: each is claimed once")
    default void race() {
        await(executions().submitAll(Flux.range(0, 1000).map(n -> aSubmit())));

        List<Claimed> all =
                await(Flux.range(0, 64).flatMap(claimer -> everything(WorkerIdentity.of("w", "w-" + claimer)), 64));

        assertThat(all).hasSize(1000);
        assertThat(all.stream().map(Claimed::executionId).distinct()).hasSize(1000);
        assertThat(all.stream()
                        .map(claimed -> claimed.handle().fence().leaseId())
                        .distinct())
                .hasSize(1000);
    }

    /** Claims until there is nothing more. */
    private Flux<Claimed> everything(WorkerIdentity worker) {
        return executions()
                .claim(aClaim().max(7).as(worker))
                .collectList()
                .expand(batch -> batch.isEmpty()
                        ? Mono.empty()
                        : executions().claim(aClaim().max(7).as(worker)).collectList())
                .flatMapIterable(batch -> batch);
    }

    @Test
    @DisplayName("a claim that waits gets what is submitted meanwhile")
    default void waits() {
        Mono<List<ExecutionId>> waiting = executions()
                .claim(aClaim().maxWait(Duration.ofSeconds(20)))
                .map(Claimed::executionId)
                .collectList()
                .cache();
        Mono<ExecutionId> submitted = Mono.fromSupplier(this::givenWaiting).subscribeOn(Schedulers.boundedElastic());

        List<ExecutionId> claimed = await(
                Mono.zip(waiting, submitted.delayUntil(id -> passTime(waiting))).map(both -> both.getT1()));

        assertThat(claimed).hasSize(1);
    }

    @Test
    @DisplayName("a claim that waits is woken by a submit of its own process, without any time passing")
    default void wakes() {
        Mono<List<ExecutionId>> waiting = executions()
                .claim(aClaim().maxWait(Duration.ofSeconds(20)))
                .map(Claimed::executionId)
                .collectList();
        Mono<ExecutionId> submitted = Mono.fromSupplier(this::givenWaiting).subscribeOn(Schedulers.boundedElastic());

        List<ExecutionId> claimed = await(Mono.zip(waiting, submitted).map(both -> both.getT1()));

        assertThat(claimed).hasSize(1);
    }

    @Test
    @DisplayName("a claim that waited for nothing ends empty when its time is up")
    default void waitsInVain() {
        Mono<List<Claimed>> waiting = executions()
                .claim(aClaim().maxWait(Duration.ofSeconds(2)))
                .collectList()
                .cache();

        List<Claimed> claimed = await(Mono.zip(waiting, passTime(waiting)).map(both -> both.getT1()));

        assertThat(claimed).isEmpty();
    }

    /** Moves the clock in small steps until there is an answer. */
    private Mono<Boolean> passTime(Mono<?> answer) {
        return Flux.<Boolean>generate(sink -> {
                    clock().advance(Duration.ofMillis(100));
                    sink.next(true);
                })
                .subscribeOn(Schedulers.boundedElastic())
                .takeUntilOther(answer)
                .then(Mono.just(true));
    }

    @Test
    @DisplayName("limits: max 1 to 1000, lease 100 ms to 24 h, wait up to 5 minutes")
    default void limits() {
        givenWaiting();
        refused(aClaim().max(0), "max", "0");
        refused(aClaim().max(1001), "max", "1001");
        refused(aClaim().lease(Duration.ofMillis(99)), "lease");
        refused(aClaim().lease(Duration.ofHours(24).plusMillis(1)), "lease");
        refused(aClaim().maxWait(Duration.ofMinutes(5).plusMillis(1)), "maxWait");
        refused(aClaim().maxWait(Duration.ofMillis(-1)), "maxWait");

        assertThat(claimed(aClaim().max(1000).lease(Duration.ofHours(24)))).hasSize(1);
    }
}
