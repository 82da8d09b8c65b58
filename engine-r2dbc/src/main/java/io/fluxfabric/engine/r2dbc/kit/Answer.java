package io.fluxfabric.engine.r2dbc.kit;

import io.fluxfabric.engine.error.EngineException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/** What one caller of a statement for many is told: a value, an error, or nothing yet. */
public final class Answer<T> {

    private final @Nullable T value;
    private final @Nullable EngineException error;

    private Answer(@Nullable T value, @Nullable EngineException error) {
        this.value = value;
        this.error = error;
    }

    public static <T> Answer<T> of(T value) {
        return new Answer<>(value, null);
    }

    public static <T> Answer<T> failed(EngineException error) {
        return new Answer<>(null, error);
    }

    /** Not known yet. */
    public static <T> Answer<T> none() {
        return new Answer<>(null, null);
    }

    public boolean isNone() {
        return value == null && error == null;
    }

    /** The value or the error as a signal. */
    public Mono<T> asMono() {
        return error != null ? Mono.error(error) : Mono.justOrEmpty(value);
    }

    /** The value; the error is thrown. Only for an answer that is known. */
    public T orThrow() {
        if (error != null) {
            throw error;
        }
        return Objects.requireNonNull(value, "the answer is not known yet");
    }

    /** Gives the value or the error to whoever waits. */
    public void deliverTo(MonoSink<T> waiting) {
        if (error != null) {
            waiting.error(error);
        } else {
            waiting.success(value);
        }
    }

    /** Hands on the value, if it is one. */
    public void ifValue(Consumer<T> taker) {
        if (value != null) {
            taker.accept(value);
        }
    }

    /** Hands on the error, if it is one. */
    public void ifError(Consumer<EngineException> taker) {
        if (error != null) {
            taker.accept(error);
        }
    }

    /** What either of the two makes of it; only for an answer that is known. */
    public <R> R fold(Function<T, R> ofValue, Function<EngineException, R> ofError) {
        if (error != null) {
            return ofError.apply(error);
        }
        return ofValue.apply(Objects.requireNonNull(value, "the answer is not known yet"));
    }

    /** The same answers, with those that were not known yet replaced, in their order. */
    public static <T> List<Answer<T>> fill(List<Answer<T>> answers, List<Answer<T>> found) {
        Iterator<Answer<T>> next = found.iterator();
        List<Answer<T>> filled = new ArrayList<>();
        for (Answer<T> answer : answers) {
            filled.add(answer.isNone() ? next.next() : answer);
        }
        return filled;
    }
}
