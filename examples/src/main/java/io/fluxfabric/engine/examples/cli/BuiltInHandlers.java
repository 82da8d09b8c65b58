package io.fluxfabric.engine.examples.cli;

import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.policy.Failure;
import io.fluxfabric.engine.task.TaskContext;
import io.fluxfabric.engine.task.TaskOutcome;
import io.fluxfabric.engine.task.Worker;
import java.time.Duration;
import java.util.Map;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** What the worker of the command line can do. It runs no programs: whoever may submit must not own its machine. */
final class BuiltInHandlers {

    private static final Duration LONGEST_SLEEP = Duration.ofHours(24);

    private BuiltInHandlers() {}

    static Worker on(Worker worker) {
        return worker.handle("echo", BuiltInHandlers::echo)
                .handle("sleep", BuiltInHandlers::sleep)
                .handle("fail", BuiltInHandlers::fail);
    }

    /** Gives back what it was given. */
    private static Mono<?> echo(TaskContext task) {
        return Mono.just(TaskOutcome.completed(task.payload()));
    }

    /** Takes as many milliseconds as its payload says, a second if it says nothing. */
    private static Mono<?> sleep(TaskContext task) {
        Payload payload = task.payload();
        JsonNode asked = payload.isNone() ? null : payload.as(JsonNode.class);
        if (asked != null && !(asked.isIntegralNumber() && asked.canConvertToLong())) {
            return Mono.just(TaskOutcome.failed(Failure.permanent("sleep wants a number of milliseconds")));
        }
        long millis = asked == null ? 1000 : asked.asLong();
        if (millis < 0 || millis > LONGEST_SLEEP.toMillis()) {
            return Mono.just(
                    TaskOutcome.failed(Failure.permanent("sleep takes from 0 to 24 h, not " + millis + " ms")));
        }
        return Mono.delay(Duration.ofMillis(millis)).thenReturn(Map.of("sleptMillis", millis));
    }

    /** Fails for good, with its payload as the reason. */
    private static Mono<?> fail(TaskContext task) {
        String reason =
                task.payload().isNone() ? "asked to fail" : task.payload().asText();
        return Mono.just(TaskOutcome.failed(Failure.permanent(reason)));
    }
}
