package io.fluxfabric.engine.r2dbc.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.event.CompletionEvent;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.policy.Retry;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.task.TaskContext;
import io.fluxfabric.engine.task.Worker;
import io.fluxfabric.engine.task.WorkerEvent;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** A worker with much to do, and handlers that fail in every way there is. */
interface BusyWorkerContract {

    int TASKS = 10_000;
    Duration PATIENCE = Duration.ofMinutes(2);

    String url();

    @Test
    @Timeout(150)
    @DisplayName("10,000 executions on 1,000 slots, with random failures: each ends once, and every invariant holds")
    default void muchToDo() {
        Engine engine = R2dbcEngine.open(url());
        engine.prepare().block(PATIENCE);
        engine.executions()
                .submitAll(Flux.range(0, TASKS)
                        .map(number -> Submit.of("any")
                                .retry(Retry.fixed(Duration.ZERO).max(100))))
                .blockLast(PATIENCE);
        Set<ExecutionId> completed = ConcurrentHashMap.newKeySet();
        Set<ExecutionId> failed = ConcurrentHashMap.newKeySet();
        Sinks.Empty<Void> all = Sinks.empty();
        Worker worker = Worker.on(engine)
                .concurrency(1000)
                .eventBuffer(100_000)
                .permanentOn(IllegalArgumentException.class)
                .until(all.asMono())
                .handle("any", this::chance);
        List<WorkerEvent> lost = worker.run()
                .doOnNext(event -> {
                    if (event instanceof WorkerEvent.Completed done) {
                        assertThat(completed.add(done.executionId())).isTrue();
                    } else if (event instanceof WorkerEvent.Failed failure
                            && failure.failure().message().contains("never")) {
                        assertThat(failed.add(failure.executionId())).isTrue();
                    }
                    if (completed.size() + failed.size() == TASKS) {
                        all.tryEmitEmpty();
                    }
                })
                .filter(event -> event instanceof WorkerEvent.LeaseLost
                        || event instanceof WorkerEvent.FencedItself
                        || event instanceof WorkerEvent.Abandoned)
                .collectList()
                .blockOptional(PATIENCE)
                .orElseThrow();

        assertThat(lost).isEmpty();
        assertThat(completed).doesNotContainAnyElementsOf(failed);
        assertThat(engine.events()
                        .completions(Optional.empty())
                        .map(CompletionEvent::executionId)
                        .collectList()
                        .block(PATIENCE))
                .hasSize(TASKS)
                .doesNotHaveDuplicates();
        assertThat(engine.audit().collectList().block(PATIENCE)).isEmpty();
        engine.close().block(PATIENCE);
    }

    private Mono<?> chance(TaskContext task) {
        int fate = ThreadLocalRandom.current().nextInt(100);
        Mono<Long> pause = Mono.delay(Duration.ofMillis(fate % 10));
        if (fate < 5) {
            throw new IllegalStateException("thrown");
        }
        if (fate < 15) {
            return pause.then(Mono.error(new IllegalStateException("this time")));
        }
        if (fate < 18) {
            return pause.then(Mono.error(new IllegalArgumentException("never")));
        }
        return fate < 50
                ? Mono.just(fate)
                : pause.map(done -> task.executionId().toString());
    }
}
