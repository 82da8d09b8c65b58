package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.worker.RegisterWorker;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

/** What claims that are made at the same time promise each other, and what becomes of what a claimer does not take. */
public interface ClaimSharingContract extends EngineFixture {

    private List<ExecutionId> givenWaiting(int count) {
        return IntStream.range(0, count).mapToObj(one -> givenWaiting()).toList();
    }

    private static WorkerIdentity worker(int number) {
        return WorkerIdentity.of("w" + number, "w" + number + "-1");
    }

    @Test
    @DisplayName(
            "claims made at once share out what there is: nothing twice, nothing left, each under its own name and lease")
    default void sharedOut() {
        List<ExecutionId> waiting = givenWaiting(60);

        List<Claimed> claimed = await(Flux.range(1, 50)
                .flatMap(
                        number -> executions()
                                .claim(aClaim().max(2).as(worker(number)).lease(Duration.ofSeconds(number)))
                                .doOnNext(one -> {
                                    assertThat(one.handle().worker()).isEqualTo(worker(number));
                                    assertThat(one.handle().ttl()).isEqualTo(Duration.ofSeconds(number));
                                    assertThat(one.leaseExpiresAt())
                                            .isEqualTo(clock().now().plusSeconds(number));
                                }),
                        50));

        assertThat(claimed.stream().map(Claimed::executionId)).containsExactlyInAnyOrderElementsOf(waiting);
        assertThat(claimed.stream().map(one -> one.handle().fence().leaseId())).doesNotHaveDuplicates();
    }

    @Test
    @DisplayName("of claims made at once, those with other offers or on other lanes get only what is theirs")
    default void offersApart() {
        ExecutionId plain = givenWaiting();
        ExecutionId rare = given(aSubmit().requires("rare"));
        ExecutionId elsewhere = given(aSubmit().lane("elsewhere"));

        List<List<ExecutionId>> got = await(Flux.just(
                        aClaim().max(5),
                        aClaim().max(5).offers("rare"),
                        Claim.lane("elsewhere").as(ANNA).max(5))
                .flatMapSequential(claim ->
                        executions().claim(claim).map(Claimed::executionId).collectList()));

        assertThat(got.get(0)).isSubsetOf(plain);
        assertThat(got.get(1)).contains(rare).isSubsetOf(plain, rare);
        assertThat(got.get(2)).containsExactly(elsewhere);
    }

    @Test
    @DisplayName("a draining instance gets nothing while others who claim with it do")
    default void drainingGetsNothing() {
        await(scope().workers().register(RegisterWorker.as(BERT).lanes(LANE)));
        await(scope().workers().drain(BERT.instance()));
        List<ExecutionId> waiting = givenWaiting(6);

        List<List<Claimed>> got = await(Flux.range(0, 12)
                .flatMapSequential(
                        number -> executions()
                                .claim(aClaim().max(1).as(number % 2 == 0 ? BERT : ANNA))
                                .collectList(),
                        12));

        assertThat(got.stream().flatMap(List::stream).map(Claimed::executionId))
                .containsExactlyInAnyOrderElementsOf(waiting);
        assertThat(got.stream().flatMap(List::stream).map(one -> one.handle().worker()))
                .containsOnly(ANNA);
    }

    @Test
    @DisplayName("what a claimer leaves unread goes back to its lane at once, for anybody")
    default void unreadGoesBack() {
        List<ExecutionId> waiting = givenWaiting(5);
        ExecutionId kept = await(
                executions().claim(aClaim().max(5)).map(Claimed::executionId).next());

        List<ExecutionId> others = await(claimedOneByOne(aClaim().as(BERT)).take(4));

        assertThat(others).doesNotContain(kept).hasSize(4);
        assertThat(waiting).contains(kept).containsAll(others);
    }

    private Flux<ExecutionId> claimedOneByOne(Claim claim) {
        return Flux.defer(() -> executions().claim(claim.max(1).maxWait(Duration.ofSeconds(20))))
                .map(Claimed::executionId)
                .repeat();
    }
}
