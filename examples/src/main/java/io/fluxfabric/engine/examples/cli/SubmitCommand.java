package io.fluxfabric.engine.examples.cli;

import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.execution.SubmitOutcome;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.payload.Payload;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import reactor.core.publisher.Flux;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Stores executions. */
@Command(
        name = "submit",
        description = "Store one execution or many, and print their ids.",
        mixinStandardHelpOptions = true)
final class SubmitCommand implements Callable<Integer> {

    @Mixin
    private DatabaseOption database = new DatabaseOption();

    @Parameters(index = "1", paramLabel = "KIND", description = "Which handler runs it, such as echo.")
    private String kind = "";

    @Mixin
    private NamespaceOption namespace = new NamespaceOption();

    @Option(names = "--lane", paramLabel = "NAME", description = "The queue it waits in (default: default)")
    private String lane = LaneId.DEFAULT.value();

    @Option(names = "--payload", paramLabel = "JSON", description = "What it is given.")
    private @Nullable String payload;

    @Option(
            names = "--key",
            paramLabel = "KEY",
            description = "An idempotency key: the same key again finds the first one. With --count, KEY-1, KEY-2, …")
    private @Nullable String key;

    @Option(names = "--priority", paramLabel = "N", description = "From 0 to 9000, higher is sooner (default: 0)")
    private int priority;

    @Option(
            names = "--delay",
            paramLabel = "TIME",
            description = "Not before this time has passed, such as 500ms or 5m.")
    private Duration delay = Duration.ZERO;

    @Option(
            names = "--count",
            paramLabel = "N",
            description = "How many (default: ${DEFAULT-VALUE})",
            defaultValue = "1")
    private int count;

    @Mixin
    private OutputOption output = new OutputOption();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        if (count < 1) {
            throw new ParameterException(spec.commandLine(), "--count must be at least 1, but is " + count);
        }
        Submit one = one();
        Flux<Submit> submits = Flux.range(1, count).map(number -> numbered(one, number));
        database.onPrepared(engine -> namespace
                .of(engine)
                .executions()
                .submitAll(submits)
                .doOnNext(outcome -> output.print(row(outcome)))
                .then());
        return 0;
    }

    private Submit one() {
        Submit submit = Submit.of(kind).lane(lane).priority(priority).payload(json());
        return delay.isZero() ? submit : submit.delay(delay);
    }

    private Payload json() {
        if (payload == null) {
            return Payload.none();
        }
        try {
            return Payload.json(JsonMapper.shared().readTree(payload));
        } catch (JacksonException e) {
            throw new ParameterException(spec.commandLine(), "--payload is no JSON: " + e.getOriginalMessage(), e);
        }
    }

    private Submit numbered(Submit submit, int number) {
        if (key == null) {
            return submit;
        }
        return submit.idempotencyKey(count == 1 ? key : key + "-" + number);
    }

    private static Row row(SubmitOutcome outcome) {
        String kind = outcome.kind().name().toLowerCase(Locale.ROOT);
        return Row.of(kind + " " + outcome.executionId())
                .with("outcome", kind)
                .with("executionId", outcome.executionId().toString());
    }
}
