package io.fluxfabric.engine.proof.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.Scope;
import io.fluxfabric.engine.error.EngineException;
import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.execution.ListExecutions;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.proof.Ground;
import io.fluxfabric.engine.proof.Operations;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

/**
 * Every parameter of every operation, hostile in turn: the engine answers, or refuses with an error of its own that blames the caller.
 * Whatever it is fed, every invariant holds, and another namespace neither changes nor shows.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class HostileInputContract {

    /** Errors that say that the engine or the database choked on it. */
    private static final Set<ErrorCode> CHOKED =
            Set.of(ErrorCode.TRANSPORT, ErrorCode.INVARIANT_VIOLATED, ErrorCode.RETRY_EXHAUSTED, ErrorCode.TIMEOUT);

    private Ground ground;
    private Samples samples;
    private Scope victim;
    private ExecutionId victimId;
    private String victimBefore;

    abstract String url();

    abstract void dispose();

    @BeforeAll
    void open() {
        ground = new Ground(url());
        samples = new Samples(ground);
        victim = ground.engine().namespace("victim");
        victimId = Ground.await(victim.executions()
                        .submit(Submit.of("victim").lane("victims").payload(Payload.text("victim's own"))))
                .executionId();
        victimBefore = victimNow();
    }

    private String victimNow() {
        return Ground.await(victim.executions().list(ListExecutions.all()).collectList())
                + " "
                + Ground.await(victim.executions().describe(victimId));
    }

    @AfterAll
    void close() {
        ground.engine().close().block(Ground.PATIENCE);
        dispose();
    }

    static Stream<Named<Method>> operations() {
        return Operations.methods().stream()
                .filter(method -> method.getParameterCount() > 0)
                .map(method -> Named.of(Operations.name(method), method));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("operations")
    void answersOrRefuses(Method operation) {
        List<String> problems = new ArrayList<>();
        Class<?>[] types = operation.getParameterTypes();
        for (int place = 0; place < types.length; place++) {
            for (Object value : samples.hostile(types[place])) {
                ground.fresh();
                Object[] arguments = harmless(types);
                arguments[place] = value;
                problem(operation, arguments, problems);
            }
        }
        assertThat(problems).isEmpty();
        assertThat(Arrays.stream(types)
                        .mapToLong(type -> samples.hostile(type).size())
                        .sum())
                .as("values that were tried")
                .isPositive();
        requireUnharmed();
    }

    @Test
    @DisplayName("a hostile namespace is refused, or is a namespace like any other")
    void namespaces() {
        for (Object name : HostileValues.of(String.class)) {
            try {
                Scope scope = ground.engine().namespace((String) name);
                Ground.await(scope.executions().submit(Submit.of("play")));
                assertThat(Ground.await(
                                scope.executions().list(ListExecutions.all()).collectList()))
                        .hasSize(1);
                assertThat(scope.executions().describe(victimId).block(Ground.PATIENCE))
                        .isNull();
            } catch (EngineException refusal) {
                assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_INPUT);
            }
        }
        requireUnharmed();
    }

    @Test
    @DisplayName("ten mebibytes are refused wherever a text is taken, and nothing of them is repeated in the error")
    void tooMuch() {
        String much = HostileValues.tenMebibytes();
        List<Runnable> calls = List.of(
                () -> Submit.of(much),
                () -> Submit.of("play").lane(much),
                () -> Submit.of("play").idempotencyKey(much),
                () -> ground.engine().namespace(much),
                () -> ground.scope()
                        .executions()
                        .release(ground.running(), much)
                        .block(Ground.PATIENCE),
                () -> ground.scope()
                        .executions()
                        .setTag(ground.waiting(), "a.b", much)
                        .block(Ground.PATIENCE),
                () -> Ground.await(
                        ground.scope().executions().submit(Submit.of("play").payload(Payload.text(much)))));
        for (Runnable call : calls) {
            ground.fresh();
            EngineException refusal = (EngineException) catchThrowable(call::run);
            assertThat(refusal).isNotNull();
            assertThat(refusal.code()).isIn(ErrorCode.INVALID_INPUT, ErrorCode.PAYLOAD_TOO_LARGE);
            assertThat(refusal.toString()).hasSizeLessThan(1000);
        }
        requireUnharmed();
    }

    private Object[] harmless(Class<?>[] types) {
        return Arrays.stream(types).map(samples::harmless).toArray();
    }

    private void problem(Method operation, Object[] arguments, List<String> problems) {
        String told = Operations.name(operation) + " of " + Samples.clipped(Arrays.deepToString(arguments));
        try {
            for (Object answer : answers((Publisher<?>) operation.invoke(door(operation), arguments))) {
                if (String.valueOf(answer).contains(victimId.toString())) {
                    problems.add(told + " shows the victim");
                }
            }
        } catch (InvocationTargetException refused) {
            refusal(refused.getCause(), told, problems);
        } catch (RuntimeException refused) {
            refusal(refused, told, problems);
        } catch (IllegalAccessException closed) {
            throw new AssertionError(closed);
        }
    }

    private static void refusal(Throwable error, String told, List<String> problems) {
        boolean known = error instanceof EngineException refusal && !CHOKED.contains(refusal.code());
        if (!known) {
            problems.add(told + " -> " + Samples.clipped(String.valueOf(error)));
        }
    }

    /** The first few, or none of what would go on for ever. */
    private static List<?> answers(Publisher<?> call) {
        return Objects.requireNonNull(Flux.from(call)
                .take(5)
                .timeout(Duration.ofMillis(400))
                .onErrorComplete(TimeoutException.class)
                .collectList()
                .block(Ground.PATIENCE));
    }

    /** The object that offers an operation. */
    private Object door(Method operation) throws InvocationTargetException, IllegalAccessException {
        Class<?> wanted = operation.getDeclaringClass();
        if (wanted == Engine.class) {
            return ground.engine();
        }
        if (wanted.getSimpleName().equals("Reconcilers")) {
            return ground.engine().reconcilers();
        }
        for (Method method : Scope.class.getMethods()) {
            if (method.getReturnType() == wanted) {
                return method.invoke(ground.scope());
            }
        }
        throw new AssertionError("nothing leads to " + wanted);
    }

    private void requireUnharmed() {
        assertThat(ground.engine().audit().collectList().block(Ground.PATIENCE)).isEmpty();
        assertThat(victimNow()).isEqualTo(victimBefore);
    }
}
