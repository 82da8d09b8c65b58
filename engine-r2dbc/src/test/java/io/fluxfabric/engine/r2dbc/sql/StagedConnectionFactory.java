package io.fluxfabric.engine.r2dbc.sql;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ConnectionFactoryMetadata;
import io.r2dbc.spi.Statement;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A real driver with a window in it: tells a test which stage of a conversation begins, and lets it replace the outcome of a
 * commit.
 */
public final class StagedConnectionFactory implements ConnectionFactory {

    private static final Set<String> STAGES =
            Set.of("beginTransaction", "commitTransaction", "rollbackTransaction", "execute");

    private final ConnectionFactory real;
    private volatile Consumer<String> onStage = stage -> {};
    private volatile Function<Publisher<?>, Publisher<?>> onCommit = commit -> commit;

    public StagedConnectionFactory(ConnectionFactory real) {
        this.real = real;
    }

    public void onStage(Consumer<String> listener) {
        onStage = listener;
    }

    void onCommit(Function<Publisher<?>, Publisher<?>> replacement) {
        onCommit = replacement;
    }

    @Override
    public Publisher<? extends Connection> create() {
        return Mono.from(real.create())
                .doOnSubscribe(subscription -> onStage.accept("create"))
                .map(connection -> watched(Connection.class, connection));
    }

    @Override
    public ConnectionFactoryMetadata getMetadata() {
        return real.getMetadata();
    }

    private <T> T watched(Class<T> type, T target) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> intercept(target, method, arguments)));
    }

    private @Nullable Object intercept(Object target, Method method, Object @Nullable [] arguments) throws Throwable {
        Object answer = invoke(target, method, arguments);
        if (answer instanceof Statement statement) {
            return watched(Statement.class, statement);
        }
        if (answer instanceof Publisher<?> publisher && STAGES.contains(method.getName())) {
            Publisher<?> outcome = method.getName().equals("commitTransaction") ? onCommit.apply(publisher) : publisher;
            return Flux.defer(() -> {
                onStage.accept(method.getName());
                return outcome;
            });
        }
        return answer;
    }

    private static @Nullable Object invoke(Object target, Method method, Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException error) {
            throw Objects.requireNonNull(error.getCause());
        }
    }
}
