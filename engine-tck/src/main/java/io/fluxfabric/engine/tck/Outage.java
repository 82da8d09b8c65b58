package io.fluxfabric.engine.tck;

import io.fluxfabric.engine.Scope;
import io.fluxfabric.engine.error.TransportException;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A way to an engine that can be cut: all calls fail as if the database were away, or are done while their answers get lost on
 * the way. What is behind it is the real engine.
 */
public final class Outage {

    private final Scope scope;
    private final List<String> failed = new CopyOnWriteArrayList<>();
    private volatile Predicate<String> away = verb -> false;
    private volatile Predicate<String> mute = verb -> false;

    public Outage(Scope scope) {
        this.scope = scope;
    }

    /** The scope as seen through it. */
    public Scope scope() {
        return decorated(Scope.class, scope);
    }

    /** From now on nothing reaches the database. */
    public void cut() {
        away = verb -> true;
    }

    /** From now on these verbs do not reach the database. */
    public void cut(String... verbs) {
        away = List.of(verbs)::contains;
    }

    /** From now on these verbs are done, but nobody hears of it. */
    public void loseAnswersOf(String... verbs) {
        mute = List.of(verbs)::contains;
    }

    /** All is well again. */
    public void end() {
        away = verb -> false;
        mute = verb -> false;
    }

    /** The verbs that failed so far. */
    public List<String> failed() {
        return failed;
    }

    @SuppressWarnings("unchecked") // A proxy has the type it was asked for.
    private <T> T decorated(Class<T> type, T target) {
        return (T) Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> call(target, method, arguments));
    }

    private Object call(Object target, Method method, Object[] arguments) throws Throwable {
        Object answer;
        try {
            answer = method.invoke(target, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause() == null ? thrown : thrown.getCause();
        }
        String verb = method.getName();
        if (answer instanceof Mono<?> mono) {
            return Mono.defer(
                    () -> away.test(verb) ? failure(verb) : mute.test(verb) ? mono.then(failure(verb)) : mono);
        }
        if (answer instanceof Flux<?> flux) {
            return Flux.defer(
                    () -> away.test(verb) ? failure(verb) : mute.test(verb) ? flux.then(failure(verb)) : flux);
        }
        return method.getReturnType().isInterface() ? capability(method.getReturnType(), answer) : answer;
    }

    @SuppressWarnings("unchecked") // The answer is of the type the method returns.
    private <T> T capability(Class<T> type, Object answer) {
        return decorated(type, (T) answer);
    }

    private <T> Mono<T> failure(String verb) {
        return Mono.defer(() -> {
            failed.add(verb);
            return Mono.error(TransportException.retryable(verb, new IOException("the line is cut")));
        });
    }
}
