package io.fluxfabric.engine.proof.cancel;

import io.fluxfabric.engine.Engine;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.reactivestreams.Publisher;

/** Every operation the engine offers, found by walking from {@link Engine} through all interfaces it leads to. */
final class Operations {

    private Operations() {}

    /** As {@code Executions.claim(Claim)}. */
    static Set<String> all() {
        Set<String> operations = new TreeSet<>();
        walk(Engine.class, new TreeSet<>(), operations);
        return operations;
    }

    private static void walk(Class<?> door, Set<String> visited, Set<String> operations) {
        if (!visited.add(door.getName())) {
            return;
        }
        for (Method method : door.getMethods()) {
            Class<?> answer = method.getReturnType();
            if (Modifier.isStatic(method.getModifiers())) {
                continue;
            }
            if (Publisher.class.isAssignableFrom(answer)) {
                operations.add(name(method));
            } else if (answer.isInterface() && answer.getName().startsWith("io.fluxfabric.engine.")) {
                walk(answer, visited, operations);
            }
        }
    }

    private static String name(Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName()
                + Arrays.stream(method.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(Collectors.joining(", ", "(", ")"));
    }
}
