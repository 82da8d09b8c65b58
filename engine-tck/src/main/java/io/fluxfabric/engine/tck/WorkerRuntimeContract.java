package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Execution;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.state.PublicState;
import io.fluxfabric.engine.task.TaskContext;
import io.fluxfabric.engine.task.TaskOutcome;
import io.fluxfabric.engine.task.Worker;
import io.fluxfabric.engine.task.WorkerEvent;
import io.fluxfabric.engine.worker.ListWorkers;
import io.fluxfabric.engine.worker.RegisteredWorker;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** What a worker does when all goes well. */
public interface WorkerRuntimeContract extends WorkerRuntimeFixture {

    /** A payload. */
    record Invoice(String id, int cents) {}

    /** A result. */
    record Receipt(String invoice) {}

    @Test
    @DisplayName("a worker runs what is there and what comes, and what handlers return is the result")
    default void runs() {
        ExecutionId before = given(aSubmit().payload(Payload.json(new Invoice("A-1", 4200))));
        ObservedWorker worker =
                running(aWorker().handle(KIND, Invoice.class, (task, invoice) -> Mono.just(new Receipt(invoice.id()))));
        worker.await(WorkerEvent.Completed.class);
        ExecutionId after = given(aSubmit().payload(Payload.json(new Invoice("A-2", 1))));
        worker.await(WorkerEvent.Completed.class, 2);

        assertThat(await(executions().result(before)).as(Receipt.class)).isEqualTo(new Receipt("A-1"));
        assertThat(await(executions().result(after)).as(Receipt.class)).isEqualTo(new Receipt("A-2"));
        assertThat(completionsOf(before)).hasSize(1);
        assertThat(worker.events(WorkerEvent.Started.class))
                .extracting(WorkerEvent.Started::executionId)
                .containsExactly(before, after);
    }

    @Test
    @DisplayName("a handler that emits nothing completes without a result, and a payload is taken as it is")
    default void results() {
        ExecutionId nothing = given(aSubmit().kind("nothing"));
        ExecutionId raw = given(aSubmit().kind("raw").payload(Payload.text("in")));
        ObservedWorker worker = running(aWorker()
                .handle("nothing", task -> Mono.empty())
                .otherwise(task -> Mono.just(Payload.text(task.payload().asText() + " and out"))));
        worker.await(WorkerEvent.Completed.class, 2);

        assertThat(await(executions().result(nothing))).isEqualTo(Payload.none());
        assertThat(await(executions().result(raw))).isEqualTo(Payload.text("in and out"));
    }

    @Test
    @DisplayName("SDK-001: a handler knows its execution, reports progress, and finds itself in the Reactor Context")
    default void context() {
        ExecutionId id = given(aSubmit()
                .tags(Map.of("tenant.id", "acme"))
                .traceParent("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"));
        Queue<String> seen = new ConcurrentLinkedQueue<>();
        ObservedWorker worker = running(aWorker()
                .handle(
                        KIND,
                        task -> Mono.deferContextual(context -> {
                            seen.add(context.get(TaskContext.EXECUTION_ID));
                            seen.add(context.get(TaskContext.TRACE_PARENT));
                            assertThat(TaskContext.current(context)).containsSame(task);
                            return task.progress(50, "half")
                                    .then(task.checkFence())
                                    .then(task.tags())
                                    .doOnNext(tags -> seen.add(tags.toString()))
                                    .then(Mono.fromRunnable(() -> seen.add(task.lane() + " " + task.attempt() + " "
                                            + task.epoch() + " " + task.retries() + " " + task.kind() + " "
                                            + task.remainingLease())));
                        })));
        worker.await(WorkerEvent.Completed.class);

        assertThat(seen)
                .containsExactly(
                        id.toString(),
                        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                        describe(id).tags().toString(),
                        "mail 0 1 0 send-invoice " + LEASE);
        Execution done = describe(id);
        assertThat(done.attempts().total()).isEqualTo(1);
        assertThat(done.progress().flatMap(Execution.ReportedProgress::percent)).contains(50);
    }

    @Test
    @DisplayName("SDK-002: a worker holds no more than it has slots for, and a slot that is freed is used")
    default void slots() {
        Sinks.Empty<Void> first = Sinks.empty();
        AtomicInteger started = new AtomicInteger();
        List<ExecutionId> ids = List.of(givenWaiting(), givenWaiting(), givenWaiting());
        ObservedWorker worker = running(aWorker()
                .concurrency(2)
                .handle(KIND, task -> started.incrementAndGet() == 1 ? first.asMono() : Mono.never()));
        worker.await(WorkerEvent.Started.class, 2);
        assertThat(stateOf(ids.get(2))).isEqualTo(PublicState.WAITING);

        first.tryEmitEmpty();
        assertThat(worker.await(WorkerEvent.Started.class, 3).get(2).executionId())
                .isEqualTo(ids.get(2));
        assertThat(worker.events(WorkerEvent.Completed.class)).hasSize(1);
    }

    @Test
    @DisplayName("a worker takes the most urgent first")
    default void priorities() {
        ExecutionId low = given(aSubmit().priority(1));
        ExecutionId high = given(aSubmit().priority(9));
        ExecutionId middle = given(aSubmit().priority(5));
        ObservedWorker worker = running(aWorker().concurrency(1).handle(KIND, task -> Mono.empty()));

        assertThat(worker.await(WorkerEvent.Started.class, 3))
                .extracting(WorkerEvent.Started::executionId)
                .containsExactly(high, middle, low);
    }

    @Test
    @DisplayName("a worker of several lanes serves each of them, though one has more than it can do")
    default void lanes() {
        for (int count = 0; count < 20; count++) {
            given(aSubmit().lane("busy"));
        }
        ExecutionId rare = given(aSubmit().lane("rare"));
        ObservedWorker worker =
                running(aWorker().lane("busy", "rare").concurrency(2).handle(KIND, task -> Mono.empty()));

        List<WorkerEvent.Started> started = worker.await(WorkerEvent.Started.class, 21);
        assertThat(started.subList(0, 5))
                .extracting(WorkerEvent.Started::executionId)
                .contains(rare);
        worker.await(WorkerEvent.Completed.class, 21);
        ExecutionId later = given(aSubmit().lane("rare"));
        assertThat(worker.await(WorkerEvent.Completed.class, 22).get(21).executionId())
                .isEqualTo(later);
    }

    @Test
    @DisplayName("a worker gets only what it can do")
    default void capabilities() {
        ExecutionId beyond = given(aSubmit().requires("gpu"));
        ExecutionId within = given(aSubmit().requires("smtp"));
        ObservedWorker worker = running(aWorker().offers("smtp", "pdf").handle(KIND, task -> Mono.empty()));

        assertThat(worker.await(WorkerEvent.Completed.class).executionId()).isEqualTo(within);
        assertThat(stateOf(beyond)).isEqualTo(PublicState.WAITING);
    }

    @Test
    @DisplayName("SDK-012: workers of two namespaces get each their own")
    default void namespaces() {
        ExecutionId mine = givenWaiting();
        Worker other = Worker.on(engine())
                .namespace(scope().namespace() + "-other")
                .lane(LANE)
                .timer(clock().timer())
                .drainGrace(Duration.ZERO)
                .handle(KIND, task -> Mono.empty());
        ObservedWorker theirs = running(other);
        ObservedWorker ours = running(aWorker().handle(KIND, task -> Mono.empty()));

        assertThat(ours.await(WorkerEvent.Completed.class).executionId()).isEqualTo(mine);
        theirs.assertNever(WorkerEvent.Started.class);
    }

    @Test
    @DisplayName("two workers share the work, and nothing is done twice")
    default void share() {
        for (int count = 0; count < 40; count++) {
            givenWaiting();
        }
        Queue<ExecutionId> done = new ConcurrentLinkedQueue<>();
        Worker worker =
                aWorker().concurrency(3).handle(KIND, task -> Mono.fromRunnable(() -> done.add(task.executionId())));
        ObservedWorker one = running(worker);
        ObservedWorker two = running(worker);

        ExpiryWatcher.until(() -> one.events(WorkerEvent.Completed.class).size()
                        + two.events(WorkerEvent.Completed.class).size()
                == 40);
        assertThat(done).hasSize(40).doesNotHaveDuplicates();
    }

    @Test
    @DisplayName("a handler may give its execution back for later, give it to others, or cancel it")
    default void otherEndings() {
        ExecutionId later = given(aSubmit().kind("later"));
        ExecutionId over = given(aSubmit().kind("over"));
        ObservedWorker worker = running(aWorker()
                .handle("later", task -> Mono.just(TaskOutcome.delayed(Duration.ofMinutes(5), "the shop is closed")))
                .handle("over", task -> Mono.just(TaskOutcome.cancelled("nobody wants it"))));

        assertThat(worker.await(WorkerEvent.Delayed.class).until())
                .isEqualTo(clock().now().plus(Duration.ofMinutes(5)));
        worker.await(WorkerEvent.Cancelled.class);
        assertThat(stateOf(later)).isEqualTo(PublicState.DELAYED);
        assertThat(describe(later).progress().flatMap(Execution.ReportedProgress::message))
                .contains("the shop is closed");
        assertThat(stateOf(over)).isEqualTo(PublicState.CANCELLED);
    }

    @Test
    @DisplayName("a worker is in the registry while it runs, with what it serves, and gone when it has drained")
    default void registry() {
        ObservedWorker worker = running(aWorker().offers("smtp").handle(KIND, task -> Mono.empty()));
        List<RegisteredWorker> there =
                await(scope().workers().list(ListWorkers.all().lane(LANE)));
        assertThat(there).hasSize(1);
        assertThat(there.get(0).worker())
                .isEqualTo(worker.await(WorkerEvent.Registered.class).worker());
        assertThat(there.get(0).capabilities().csv()).isEqualTo("smtp");
        assertThat(there.get(0).livenessTtl()).isEqualTo(LEASE);

        worker.cancelAndAwait();
        assertThat(await(scope().workers().list(ListWorkers.all()))).isEmpty();
    }

    @Test
    @DisplayName("renewal keeps long tasks")
    default void renews() {
        List<ExecutionId> ids = List.of(givenWaiting(), givenWaiting());
        ObservedWorker worker = running(aWorker().handle(KIND, task -> Mono.never()));
        worker.await(WorkerEvent.Started.class, 2);

        Instant end = clock().now().plus(LEASE.multipliedBy(2));
        passUntil(() -> ids.stream()
                .allMatch(id -> describe(id).lease().orElseThrow().expiresAt().isAfter(end)));
        assertThat(await(executions().claim(Claim.lane(LANE).as(BERT)))).isEmpty();
        worker.assertNever(WorkerEvent.FencedItself.class);
        worker.assertNever(WorkerEvent.LeaseLost.class);
    }
}
