package io.fluxfabric.engine.benchmarks.raw;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ConnectionFactoryMetadata;
import io.r2dbc.spi.Statement;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Connections that note what is sent over them. */
final class WatchedConnections implements ConnectionFactory {

    /** A statement and its parameters by position; a null has no entry. */
    record Sent(String text, TreeMap<Integer, Object> parameters) {}

    private final ConnectionFactory factory;
    private final List<Sent> sent = new CopyOnWriteArrayList<>();

    WatchedConnections(ConnectionFactory factory) {
        this.factory = factory;
    }

    /** The last statement that contains a text. */
    Sent last(String text) {
        return sent.stream()
                .filter(one -> one.text().contains(text))
                .reduce((earlier, later) -> later)
                .orElseThrow(() -> new IllegalStateException("the engine sent no statement with: " + text));
    }

    @Override
    public Mono<Connection> create() {
        return Mono.<Connection>from(factory.create()).map(this::watched);
    }

    @Override
    public ConnectionFactoryMetadata getMetadata() {
        return factory.getMetadata();
    }

    private Connection watched(Connection connection) {
        return proxy(Connection.class, (method, arguments) -> {
            Object answer = call(method, connection, arguments);
            return answer instanceof Statement statement && arguments != null
                    ? watched((String) arguments[0], statement)
                    : answer;
        });
    }

    private Statement watched(String text, Statement statement) {
        TreeMap<Integer, Object> parameters = new TreeMap<>();
        return proxy(Statement.class, (method, arguments) -> {
            if (method.getName().equals("bind") && arguments != null && arguments[0] instanceof Integer index) {
                parameters.put(index, arguments[1]);
            } else if (method.getName().equals("execute")) {
                sent.add(new Sent(text, parameters));
            }
            return call(method, statement, arguments);
        });
    }

    /** What a proxy does when it is called. */
    private interface Call {
        @Nullable
        Object answer(Method method, @Nullable Object @Nullable [] arguments) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, Call call) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> call.answer(method, arguments)));
    }

    private static @Nullable Object call(Method method, Object target, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }
}
