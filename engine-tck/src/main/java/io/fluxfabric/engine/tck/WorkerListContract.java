package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fluxfabric.engine.Scope;
import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.event.WorkerEvent;
import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.id.Capabilities;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.id.WorkerInstanceId;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.worker.DrainOutcome;
import io.fluxfabric.engine.worker.HeartbeatOutcome;
import io.fluxfabric.engine.worker.ListWorkers;
import io.fluxfabric.engine.worker.RegisterWorker;
import io.fluxfabric.engine.worker.WorkerPage;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** Draining workers, and listings of all of them. */
public interface WorkerListContract extends WorkerFixture {

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
                await(engine().allWorkers(ListWorkers.all().pageSize(1)).map(this::place));
        List<String> paged = await(engine().allWorkersPage(ListWorkers.all().pageSize(4))
                .expand(page -> Mono.justOrEmpty(page.next())
                        .flatMap(next -> engine().allWorkersPage(
                                        ListWorkers.all().pageSize(4).after(next))))
                .flatMapIterable(WorkerPage::workers)
                .map(this::place));

        assertThat(found).doesNotHaveDuplicates().isSorted();
        assertThat(paged).isEqualTo(found);
        assertThat(found.stream().filter(place -> place.startsWith(scope().namespace() + "-")))
                .containsExactly(scopes.stream()
                        .flatMap(each -> List.of(each.namespace() + "/other", each.namespace() + "/same").stream())
                        .toArray(String[]::new));
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
