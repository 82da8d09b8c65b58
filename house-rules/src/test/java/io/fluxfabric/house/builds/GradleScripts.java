package io.fluxfabric.house.builds;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What our Gradle files say. They keep to a few plain forms, so a few patterns read them. */
final class GradleScripts {

    private static final Map<String, String> SCOPES = Map.of(
            "api", "compile",
            "implementation", "compile",
            "compileOnly", "provided",
            "runtimeOnly", "runtime",
            "testImplementation", "test",
            "testRuntimeOnly", "test");
    private static final Pattern DEPENDENCY =
            Pattern.compile("\\b(\\w+)\\((?:libs\\.([\\w.]+)|project\\(\":([\\w-]+)\"\\))\\)");
    private static final Pattern LIBRARY = Pattern.compile(
            "(?m)^([\\w-]+)\\s*=\\s*\\{\\s*module\\s*=\\s*\"([^\"]+)\",\\s*version\\.ref\\s*=\\s*\"([^\"]+)\"\\s*}");
    private static final Pattern VERSION = Pattern.compile("(?m)^([\\w-]+)\\s*=\\s*\"([^\"]+)\"\\s*$");
    private static final Pattern INCLUDE = Pattern.compile("(?s)include\\(([^)]*)\\)");
    private static final Pattern QUOTED = Pattern.compile("\"([^\"]+)\"");

    private GradleScripts() {}

    /** Versions of the catalog by key. */
    static Map<String, String> versions(String catalog) {
        Map<String, String> versions = new TreeMap<>();
        matches(VERSION, section(catalog, "versions")).forEach(found -> versions.put(found.group(1), found.group(2)));
        return versions;
    }

    /** Libraries of the catalog: {@code group:artifact} to the key of its version. */
    static Map<String, String> libraries(String catalog) {
        Map<String, String> libraries = new TreeMap<>();
        libraryLines(catalog).forEach(found -> libraries.put(found.group(2), found.group(3)));
        return libraries;
    }

    /** Dependencies of a module as {@code scope group:artifact}; what cannot be read is named as such. */
    static Set<String> scopedDependencies(String script, String catalog, String ownGroup) {
        Map<String, String> byAccessor = new TreeMap<>();
        libraryLines(catalog).forEach(found -> byAccessor.put(found.group(1).replace('-', '.'), found.group(2)));
        Set<String> scoped = new TreeSet<>();
        matches(DEPENDENCY, script).forEach(found -> {
            String scope = SCOPES.getOrDefault(found.group(1), "unknown configuration " + found.group(1) + ":");
            String coordinates = found.group(3) != null
                    ? ownGroup + ":" + found.group(3)
                    : byAccessor.getOrDefault(found.group(2), "unknown alias libs." + found.group(2));
            scoped.add(scope + " " + coordinates);
        });
        return scoped;
    }

    static Set<String> includes(String settings) {
        Set<String> modules = new TreeSet<>();
        matches(INCLUDE, settings)
                .flatMap(found -> matches(QUOTED, found.group(1)))
                .forEach(name -> modules.add(name.group(1).replaceFirst("^:", "")));
        return modules;
    }

    private static Stream<MatchResult> libraryLines(String catalog) {
        return matches(LIBRARY, section(catalog, "libraries"));
    }

    private static String section(String toml, String name) {
        return matches(Pattern.compile("(?ms)^\\[" + name + "]\\s*$(.*?)(?=^\\[|\\z)"), toml)
                .map(found -> found.group(1))
                .findFirst()
                .orElse("");
    }

    private static Stream<MatchResult> matches(Pattern pattern, String text) {
        return pattern.matcher(text).results();
    }
}
