package io.fluxfabric.engine.proof.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.error.EngineException;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Every public constructor and factory of the API that takes plain values, with hostile ones. */
class ValueTypesTest {

    private final List<String> problems = new ArrayList<>();
    private int calls;

    @Test
    @DisplayName("a value is made, or refused with an error of the engine")
    void madeOrRefused() throws Exception {
        for (Class<?> type : publicTypes()) {
            for (Constructor<?> constructor : type.getConstructors()) {
                if (!Modifier.isAbstract(type.getModifiers())) {
                    feed(constructor);
                }
            }
            for (Method method : type.getDeclaredMethods()) {
                if (Modifier.isPublic(method.getModifiers()) && Modifier.isStatic(method.getModifiers())) {
                    feed(method);
                }
            }
        }
        assertThat(problems).isEmpty();
        assertThat(calls).as("values that were tried").isGreaterThan(1000);
    }

    private void feed(Executable maker) throws ReflectiveOperationException {
        Class<?>[] types = maker.getParameterTypes();
        Object[] harmless = Arrays.stream(types).map(HostileValues::harmless).toArray();
        if (Arrays.asList(harmless).contains(null)) {
            return;
        }
        for (int place = 0; place < types.length; place++) {
            for (Object value : HostileValues.of(types[place])) {
                Object[] arguments = harmless.clone();
                arguments[place] = value;
                call(maker, arguments);
            }
        }
    }

    private void call(Executable maker, Object[] arguments) throws ReflectiveOperationException {
        calls++;
        try {
            if (maker instanceof Method method) {
                method.invoke(null, arguments);
            } else {
                ((Constructor<?>) maker).newInstance(arguments);
            }
        } catch (InvocationTargetException thrown) {
            if (!(thrown.getCause() instanceof EngineException)) {
                problems.add("%s of %s raised %s"
                        .formatted(maker, Samples.clipped(Arrays.deepToString(arguments)), thrown.getCause()));
            }
        }
    }

    /** All but the errors themselves, and what only the engine makes: rules, SQL, and enums by their names. */
    private static List<Class<?>> publicTypes() throws IOException, URISyntaxException, ClassNotFoundException {
        List<Class<?>> types = new ArrayList<>();
        for (String name : classNames()) {
            Class<?> type = Class.forName(name);
            boolean left = name.contains(".error.")
                    || name.contains(".limits.")
                    || name.endsWith(".StateSql")
                    || type.isEnum();
            if (Modifier.isPublic(type.getModifiers()) && !left) {
                types.add(type);
            }
        }
        assertThat(types).hasSizeGreaterThan(50);
        return types;
    }

    private static List<String> classNames() throws IOException, URISyntaxException {
        Path home = Path.of(
                Engine.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        if (Files.isDirectory(home)) {
            return classNames(home);
        }
        try (var jar = FileSystems.newFileSystem(home)) {
            return classNames(jar.getPath("/"));
        }
    }

    private static List<String> classNames(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(file -> root.relativize(file).toString())
                    .filter(file -> file.startsWith("io/fluxfabric") && file.endsWith(".class"))
                    .map(file ->
                            file.substring(0, file.length() - ".class".length()).replace('/', '.'))
                    .filter(name -> !name.endsWith("package-info"))
                    .toList();
        }
    }
}
