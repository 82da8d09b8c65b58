package io.fluxfabric.engine.execution;

import io.fluxfabric.engine.error.ValidationException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How far an execution is; what is not given stays as it was. */
public final class Progress {

    private final @Nullable Integer percent;
    private final @Nullable String message;

    private Progress(@Nullable Integer percent, @Nullable String message) {
        if (percent != null && (percent < 0 || percent > 100)) {
            throw ValidationException.outOfRange("progress.percent", 0, 100, percent);
        }
        this.percent = percent;
        this.message = message;
    }

    public static Progress percent(int percent) {
        return new Progress(percent, null);
    }

    public static Progress message(String message) {
        return new Progress(null, message);
    }

    public static Progress of(int percent, String message) {
        return new Progress(percent, message);
    }

    public Optional<Integer> percent() {
        return Optional.ofNullable(percent);
    }

    public Optional<String> message() {
        return Optional.ofNullable(message);
    }
}
