package io.fluxfabric.house.builds;

import io.fluxfabric.house.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The texts of all build files, by path from the root; a value, so that a test can plant drift in a copy.
 *
 * @param texts file content by path, such as {@code engine-api/pom.xml}
 */
record BuildFiles(Map<String, String> texts) {

    static final String CATALOG = "gradle/libs.versions.toml";
    static final String SETTINGS = "settings.gradle.kts";
    private static final String POM = "pom.xml";
    private static final String GRADLE = "build.gradle.kts";

    static BuildFiles ofRepository() {
        Path root = Repository.root();
        Map<String, String> texts = new TreeMap<>();
        Stream.concat(
                        Stream.of(root, root.resolve("gradle"), root.resolve(".mvn")),
                        Repository.topLevelDirectories().stream())
                .distinct()
                .filter(Files::isDirectory)
                .flatMap(BuildFiles::buildFilesIn)
                .forEach(file -> texts.put(root.relativize(file).toString().replace('\\', '/'), Repository.read(file)));
        return new BuildFiles(texts);
    }

    private static Stream<Path> buildFilesIn(Path directory) {
        try (Stream<Path> children = Files.list(directory)) {
            return children.filter(Files::isRegularFile).filter(BuildFiles::isBuildFile).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isBuildFile(Path file) {
        String name = file.getFileName().toString();
        return name.equals(POM)
                || name.endsWith(".gradle.kts")
                || name.endsWith(".toml")
                || name.equals("gradle.properties")
                || String.valueOf(file.getParent()).endsWith(".mvn");
    }

    /** The same files with one text replaced in one of them; refuses to do nothing. */
    BuildFiles with(String path, String old, String replacement) {
        String text = text(path);
        if (!text.contains(old)) {
            throw new IllegalArgumentException(path + " does not contain " + old);
        }
        Map<String, String> changed = new TreeMap<>(texts);
        changed.put(path, text.replace(old, replacement));
        return new BuildFiles(changed);
    }

    BuildFiles without(String path) {
        Map<String, String> changed = new TreeMap<>(texts);
        changed.remove(path);
        return new BuildFiles(changed);
    }

    /** The text of a file, empty if there is no such file. */
    String text(String path) {
        return texts.getOrDefault(path, "");
    }

    boolean has(String path) {
        return texts.containsKey(path);
    }

    String rootPom() {
        return text(POM);
    }

    String rootGradle() {
        return text(GRADLE);
    }

    static String pomOf(String module) {
        return module + "/" + POM;
    }

    static String gradleOf(String module) {
        return module + "/" + GRADLE;
    }

    /** Names of directories that hold a build file of either kind. */
    Set<String> moduleDirectories() {
        Set<String> modules = new TreeSet<>();
        for (String path : texts.keySet()) {
            if (path.endsWith("/" + POM) || path.endsWith("/" + GRADLE)) {
                modules.add(path.substring(0, path.indexOf('/')));
            }
        }
        return modules;
    }
}
