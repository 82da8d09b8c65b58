package io.fluxfabric.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The repository these tests run in. */
public final class Repository {

    private static final Set<String> NOT_SOURCE = Set.of("target", "build", "src", ".git", ".gradle", ".idea");

    private Repository() {}

    /** The directory of {@code settings.gradle.kts}, looked for upwards because Maven and Gradle start tests in the module. */
    public static Path root() {
        Path start = Path.of("").toAbsolutePath();
        return Stream.iterate(start, directory -> directory != null, Path::getParent)
                .filter(directory -> Files.exists(directory.resolve("settings.gradle.kts")))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no settings.gradle.kts in or above " + start));
    }

    /** Directories directly under the root that may hold a module. */
    public static List<Path> topLevelDirectories() {
        try (Stream<Path> children = Files.list(root())) {
            return children.filter(Files::isDirectory)
                    .filter(directory ->
                            !NOT_SOURCE.contains(directory.getFileName().toString()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All Java files below {@code <module>/src/main/java} of every module. */
    public static List<Path> mainSources() {
        return topLevelDirectories().stream()
                .map(module -> module.resolve("src/main/java"))
                .filter(Files::isDirectory)
                .flatMap(Repository::javaFiles)
                .toList();
    }

    private static Stream<Path> javaFiles(Path directory) {
        try (Stream<Path> tree = Files.walk(directory)) {
            return tree.filter(path -> path.toString().endsWith(".java")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The text of a file. */
    public static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
