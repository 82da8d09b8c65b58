package io.fluxfabric.engine.benchmarks.child;

import io.fluxfabric.engine.benchmarks.measure.Figures;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * One line from a measured process.
 *
 * @param hello who speaks, in its first line
 * @param figures what a command measured; empty for one that measures nothing
 * @param error why a command failed
 */
public record Answer(
        @Nullable String hello,
        @Nullable Figures figures,
        @Nullable String error) {

    private static final JsonMapper JSON = JsonMapper.shared();

    static Answer hello(String text) {
        return new Answer(text, null, null);
    }

    static Answer done(Figures figures) {
        return new Answer(null, figures, null);
    }

    static Answer failed(Throwable error) {
        return new Answer(null, null, String.valueOf(error));
    }

    String line() {
        return JSON.writeValueAsString(this);
    }

    public static Answer parse(String line) {
        try {
            return JSON.readValue(line, Answer.class);
        } catch (JacksonException e) {
            throw new IllegalStateException("not an answer: " + line, e);
        }
    }
}
