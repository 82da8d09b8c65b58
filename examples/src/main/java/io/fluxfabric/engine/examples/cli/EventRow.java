package io.fluxfabric.engine.examples.cli;

import io.fluxfabric.engine.execution.FailOutcome;
import io.fluxfabric.engine.policy.Failure;
import io.fluxfabric.engine.task.WorkerEvent;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A worker's event as a row: its name, then its facts under their own names. */
final class EventRow {

    private EventRow() {}

    static Row of(WorkerEvent event) {
        Row fields = Row.of("").with("event", name(event));
        for (RecordComponent component : event.getClass().getRecordComponents()) {
            fields = fields.with(component.getName(), plain(value(component, event)));
        }
        return new Row(text(fields.fields()), fields.fields());
    }

    /** {@code LeaseLost} becomes {@code lease-lost}. */
    private static String name(WorkerEvent event) {
        return event.getClass()
                .getSimpleName()
                .replaceAll("(?<=[a-z])(?=[A-Z])", "-")
                .toLowerCase(Locale.ROOT);
    }

    private static Object value(RecordComponent component, WorkerEvent event) {
        try {
            return component.getAccessor().invoke(event);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("an event that cannot be read: " + event, e);
        }
    }

    private static Object plain(Object value) {
        if (value instanceof Number || value instanceof Boolean) {
            return value;
        }
        if (value instanceof Throwable error) {
            return String.valueOf(error.getMessage());
        }
        if (value instanceof Failure failure) {
            return failure.message();
        }
        if (value instanceof FailOutcome outcome) {
            return outcome.kind().name().toLowerCase(Locale.ROOT);
        }
        return value instanceof Duration time ? time.toMillis() + " ms" : value.toString();
    }

    private static String text(Map<String, Object> fields) {
        return fields.entrySet().stream()
                .map(field -> switch (field.getKey()) {
                    case "event" -> "%-10s".formatted(field.getValue());
                    case "executionId", "kind", "worker" -> field.getValue().toString();
                    default -> field.getKey() + "=" + field.getValue();
                })
                .collect(Collectors.joining(" "));
    }
}
