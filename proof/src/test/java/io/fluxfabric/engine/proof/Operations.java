package io.fluxfabric.engine.proof;

import io.fluxfabric.engine.Engine;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.reactivestreams.Publisher;

/** Every operation the engine offers, found by walking from {@link Engine} through all interfaces it leads to. */
public final class Operations {

    private Operations() {}

    /** As {@code Executions.claim(Claim)}. */
    public static Set<String> all() {
        return methods().stream().map(Operations::name).collect(Collectors.toCollection(TreeSet::new));
    }

    /** The methods themselves. */
    public static List<Method> methods() {
        List<Method> operations = new ArrayList<>();
        walk(Engine.class, new TreeSet<>(), operations);
        return operations;
    }

    private static void walk(Class<?> door, Set<String> visited, List<Method> operations) {
        if (!visited.add(door.getName())) {
            return;
        }
        for (Method method : door.getMethods()) {
            Class<?> answer = method.getReturnType();
            if (Modifier.isStatic(method.getModifiers())) {
                continue;
            }
            if (Publisher.class.isAssignableFrom(answer)) {
                operations.add(method);
            } else if (answer.isInterface() && answer.getName().startsWith("io.fluxfabric.engine.")) {
                walk(answer, visited, operations);
            }
        }
    }

    /** As {@code Executions.claim(Claim)}. */
    public static String name(Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName()
                + Arrays.stream(method.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(Collectors.joining(", ", "(", ")"));
    }
}
