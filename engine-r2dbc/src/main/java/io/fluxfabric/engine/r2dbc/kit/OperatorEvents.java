package io.fluxfabric.engine.r2dbc.kit;

import io.fluxfabric.engine.operator.Order;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import java.io.StringWriter;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** The step by which an operator's act is recorded: who, why, and what exactly. */
public final class OperatorEvents {

    private static final JsonFactory JSON = new JsonFactory();

    private OperatorEvents() {}

    /** Writes an event for each row of a step that has moved executions; binds what {@link #bind} binds. */
    public static String step(String step, String type) {
        return """
                INSERT INTO ff_operator_event (partition_key, execution_id, namespace, lane_id, event_type, actor, reason,
                                               details, instance_tag, occurred_at_ms)
                SELECT partition_key, execution_id, namespace, lane_id, '%2$s', CAST(:actor AS text), CAST(:reason AS text),
                       CAST(:details AS text), instance_tag, at_ms
                  FROM {STEP %1$s}""".formatted(step, type);
    }

    /** The values of an event; no reason is none, not an empty one. */
    public static Binds bind(Binds binds, Order order, Map<String, ?> details) {
        return binds.and("actor", order.actor())
                .and("reason", order.reason().isEmpty() ? null : order.reason(), String.class)
                .and("details", json(details));
    }

    private static String json(Map<String, ?> details) {
        StringWriter out = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            json.writeStartObject();
            new TreeMap<>(details).forEach((name, value) -> json.writeStringProperty(name, value.toString()));
            json.writeEndObject();
        }
        return out.toString();
    }
}
