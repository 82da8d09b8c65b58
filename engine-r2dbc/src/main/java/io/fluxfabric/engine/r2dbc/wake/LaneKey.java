package io.fluxfabric.engine.r2dbc.wake;

import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.id.Namespace;
import java.util.Optional;

/** A lane of a namespace. */
public record LaneKey(Namespace namespace, LaneId lane) {

    /** No namespace and no lane holds a line feed, so the text has one reading only. */
    String text() {
        return namespace.value() + "\n" + lane.value();
    }

    static Optional<LaneKey> parse(String text) {
        int end = text.indexOf('\n');
        return end < 1 || end == text.length() - 1
                ? Optional.empty()
                : Optional.of(new LaneKey(Namespace.of(text.substring(0, end)), LaneId.of(text.substring(end + 1))));
    }
}
