package io.fluxfabric.house.builds;

import static io.fluxfabric.house.builds.BuildFiles.CATALOG;
import static io.fluxfabric.house.builds.BuildFiles.SETTINGS;
import static io.fluxfabric.house.builds.BuildFiles.gradleOf;
import static io.fluxfabric.house.builds.BuildFiles.pomOf;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Compares the two builds and collects one sentence per difference, each naming both sides. */
final class BuildDrift {

    private static final Pattern MAVEN_RELEASE = Pattern.compile("<release>(\\d+)</release>");
    private static final Pattern GRADLE_RELEASE = Pattern.compile("options\\.release\\.set\\((\\d+)\\)");
    private static final Pattern GRADLE_VERSION = Pattern.compile("(?m)^\\s*version = \"([^\"]+)\"");
    private static final Pattern GRADLE_GROUP = Pattern.compile("(?m)^\\s*group = \"([^\"]+)\"");
    private static final Pattern ARG_LINE = Pattern.compile("<argLine>([^<]*)</argLine>");
    private static final Pattern JVM_ARGS = Pattern.compile("jvmArgs\\(([^)]*)\\)");
    private static final Pattern JVM_FLAG = Pattern.compile("-X[^\\s\",]+");

    private final BuildFiles files;
    private final MavenPom root;
    private final String catalog;
    private final List<String> drift = new ArrayList<>();

    private BuildDrift(BuildFiles files) {
        this.files = files;
        this.root = MavenPom.parse(files.rootPom());
        this.catalog = files.text(CATALOG);
    }

    static List<String> in(BuildFiles files) {
        BuildDrift comparison = new BuildDrift(files);
        comparison.versions();
        comparison.libraries();
        comparison.modules();
        comparison.conventions();
        return comparison.drift;
    }

    private void versions() {
        same("version of", CATALOG, GradleScripts.versions(catalog), "pom.xml property", root.libraryVersions());
    }

    private void libraries() {
        Map<String, String> fromCatalog = new TreeMap<>(GradleScripts.libraries(catalog));
        fromCatalog.replaceAll((coordinates, key) -> "${version." + key + "}");
        Map<String, String> managed = root.managed();
        managed.keySet().removeIf(coordinates -> coordinates.startsWith(root.group() + ":"));
        same("version of", CATALOG, fromCatalog, "pom.xml dependencyManagement", managed);
    }

    private void modules() {
        Set<String> inPom = root.modules();
        Set<String> directories = files.moduleDirectories();
        sameSet("module", SETTINGS, GradleScripts.includes(files.text(SETTINGS)), "pom.xml", inPom);
        sameSet("module", "the directories with a build file", directories, "pom.xml", inPom);
        for (String module : directories) {
            if (files.has(pomOf(module)) && files.has(gradleOf(module))) {
                dependencies(module);
            } else {
                drift.add(module + " needs both " + pomOf(module) + " and " + gradleOf(module));
            }
        }
    }

    private void dependencies(String module) {
        MavenPom pom = MavenPom.parse(files.text(pomOf(module)));
        same("the project version", "pom.xml", root.version(), pomOf(module), pom.parentVersion());
        sameSet(
                "dependency",
                gradleOf(module),
                GradleScripts.scopedDependencies(files.text(gradleOf(module)), catalog, root.group()),
                pomOf(module),
                pom.scopedDependencies());
    }

    private void conventions() {
        String gradle = files.rootGradle();
        same("the project version", "build.gradle.kts", first(GRADLE_VERSION, gradle), "pom.xml", root.version());
        same("the group", "build.gradle.kts", first(GRADLE_GROUP, gradle), "pom.xml", root.group());
        same(
                "the Java release",
                "build.gradle.kts",
                first(GRADLE_RELEASE, gradle),
                "pom.xml",
                first(MAVEN_RELEASE, files.rootPom()));
        sameSet(
                "test JVM flag",
                "build.gradle.kts",
                flags(first(JVM_ARGS, gradle)),
                "pom.xml",
                flags(first(ARG_LINE, files.rootPom())));
    }

    private void same(
            String what, String leftName, Map<String, String> left, String rightName, Map<String, String> right) {
        Set<String> keys = new TreeSet<>(left.keySet());
        keys.addAll(right.keySet());
        keys.forEach(key -> same(
                what + " " + key,
                leftName,
                left.getOrDefault(key, "missing"),
                rightName,
                right.getOrDefault(key, "missing")));
    }

    private void sameSet(String what, String leftName, Set<String> left, String rightName, Set<String> right) {
        left.stream()
                .filter(item -> !right.contains(item))
                .forEach(item -> drift.add(what + " " + item + " is in " + leftName + " but not in " + rightName));
        right.stream()
                .filter(item -> !left.contains(item))
                .forEach(item -> drift.add(what + " " + item + " is in " + rightName + " but not in " + leftName));
    }

    private void same(String what, String leftName, String left, String rightName, String right) {
        if (!left.equals(right)) {
            drift.add(what + " is " + left + " in " + leftName + " but " + right + " in " + rightName);
        }
    }

    private static String first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(1) : "missing";
    }

    private static Set<String> flags(String text) {
        Set<String> flags = new TreeSet<>();
        JVM_FLAG.matcher(text).results().forEach(found -> flags.add(found.group()));
        return flags;
    }
}
