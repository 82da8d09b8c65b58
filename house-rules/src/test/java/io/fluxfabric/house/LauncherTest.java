package io.fluxfabric.house;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher in a directory of its own, with stand-ins for Java and Maven. */
class LauncherTest {

    private static final String JAVA =
            "[ \"$1\" = -version ] && echo 'openjdk version \"%s\"' >&2 || echo \"java $*\"\n";
    private static final String MAVEN = """
            [ "$1" = -v ] && { echo 'Apache Maven %s'; exit; }
            echo "mvn $*"
            case " $* " in *' -pl '*) while [ "$1" != -pl ]; do shift; done; echo libs > "$2/target/launcher.classpath" ;; esac
            """;

    @TempDir
    Path home;

    private Path tools;

    @BeforeEach
    void copyLauncher() throws IOException {
        Files.copy(Repository.root().resolve("fluxfabric"), home.resolve("fluxfabric"));
        Files.createDirectories(home.resolve("examples/target"));
        Files.createDirectories(home.resolve("benchmarks/target"));
        Files.createDirectories(home.resolve("chaos/target"));
        tools = Files.createDirectories(home.resolve("tools"));
        for (String tool : List.of("dirname", "sed", "cat", "find", "touch")) {
            install(tool, "exec " + onPath(tool) + " \"$@\"\n");
        }
    }

    @Test
    @DisplayName("help needs neither Java nor Maven")
    void help() throws Exception {
        for (String word : List.of("help", "--help", "-h")) {
            assertThat(launch(word))
                    .isEqualTo(launch())
                    .startsWith("0 FluxFabric:")
                    .contains("./fluxfabric demo")
                    .contains("./fluxfabric test");
        }
    }

    @Test
    @DisplayName("a missing or old Java or Maven is named, with what to install")
    void missingTools() throws Exception {
        assertThat(launch("prepare"))
                .isEqualTo("1 fluxfabric: no Java found. Install a JDK 17 or later and put it on the"
                        + " PATH, or set JAVA_HOME.");
        install("java", JAVA.formatted("11.0.2"));
        assertThat(launch("prepare")).startsWith("1 fluxfabric: Java 11 is too old. Install a JDK 17");
        install("java", JAVA.formatted("17.0.1"));
        assertThat(launch("prepare")).startsWith("1 fluxfabric: no Maven found. Install Maven 3.8");
        install("mvn", MAVEN.formatted("3.6.3"));
        assertThat(launch("prepare")).startsWith("1 fluxfabric: Maven 3.6 is too old.");
        install("mvn", MAVEN.formatted("4.0.0"));
        assertThat(launch("prepare")).startsWith("0 ");
    }

    @Test
    @DisplayName("other words go to the main class, after a build that is repeated only when something changed")
    void passesWordsOn() throws Exception {
        install("java", JAVA.formatted("21"));
        install("mvn", MAVEN.formatted("3.8.7"));
        String run =
                "java -cp " + home + "/examples/target/classes:libs io.fluxfabric.engine.examples.cli.Main prepare a b";

        assertThat(launch("prepare", "a b"))
                .contains("building")
                .contains("mvn -B")
                .endsWith(run);
        assertThat(launch("prepare", "a b")).isEqualTo("0 " + run);

        Path pom = Files.createFile(home.resolve("pom.xml"));
        Files.setLastModifiedTime(
                pom,
                FileTime.fromMillis(Files.getLastModifiedTime(home.resolve("examples/target/launcher.classpath"))
                                .toMillis()
                        + 2000));
        assertThat(launch("prepare", "a b")).contains("building").endsWith(run);
    }

    @Test
    @DisplayName("bench builds and runs the benchmark, which is told where it is, on a class path of its own")
    void bench() throws Exception {
        install("java", JAVA.formatted("17"));
        install("mvn", MAVEN.formatted("3.9.1"));
        String run = "java -Dfluxfabric.home=" + home + " -cp " + home
                + "/benchmarks/target/classes:libs io.fluxfabric.engine.benchmarks.cli.Main --quick --rounds 1";

        assertThat(launch("bench", "--quick", "--rounds", "1"))
                .contains("building")
                .contains(" -pl benchmarks -am ")
                .endsWith(run);
        assertThat(launch("bench", "--quick", "--rounds", "1")).isEqualTo("0 " + run);
        assertThat(launch("prepare")).as("another class path, not built yet").contains(" -pl examples -am ");
        assertThat(launch("help")).contains("./fluxfabric bench");
    }

    @Test
    @DisplayName("chaos builds and runs the faults, on a class path of its own, with the command as its first word")
    void chaos() throws Exception {
        install("java", JAVA.formatted("17"));
        install("mvn", MAVEN.formatted("3.9.1"));
        String run = "java -cp " + home
                + "/chaos/target/classes:libs io.fluxfabric.engine.chaos.cli.Main chaos --minutes 2 --postgres";

        assertThat(launch("chaos", "--minutes", "2", "--postgres"))
                .contains("building")
                .contains(" -pl chaos -am ")
                .endsWith(run);
        assertThat(launch("chaos", "--minutes", "2", "--postgres")).isEqualTo("0 " + run);
        assertThat(launch("help")).contains("./fluxfabric chaos");
    }

    @Test
    @DisplayName("the demo gets its options, and its exit code is that of the launcher")
    void demo() throws Exception {
        install("java", JAVA.formatted("17") + "[ \"$1\" = -version ] || exit 3\n");
        install("mvn", MAVEN.formatted("3.8.7"));
        assertThat(launch("demo", "--executions", "60"))
                .startsWith("3 ")
                .endsWith("io.fluxfabric.engine.examples.cli.Main demo --executions 60");
    }

    @Test
    @DisplayName("a build that fails is said so, and nothing is run")
    void failedBuild() throws Exception {
        install("java", JAVA.formatted("17"));
        install("mvn", "[ \"$1\" = -v ] && echo 'Apache Maven 3.8.7' || exit 1\n");
        assertThat(launch("demo"))
                .startsWith("1 ")
                .endsWith("fluxfabric: the build failed, see above.")
                .doesNotContain("java -cp");
    }

    @Test
    @DisplayName("test runs the test command of the README")
    void test() throws Exception {
        install("java", JAVA.formatted("17"));
        install("mvn", MAVEN.formatted("3.9.1"));
        assertThat(launch("test")).isEqualTo("0 mvn -B -ntp verify");
        assertThat(Repository.read(Repository.root().resolve("README.md"))).contains("mvn -B -ntp verify\n");
        assertThat(Repository.read(Repository.root().resolve(".ci/run"))).contains("\nmvn -B -ntp verify ");
    }

    private void install(String tool, String script) throws IOException {
        Path file = Files.writeString(tools.resolve(tool), "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static Path onPath(String tool) {
        return List.of("/usr/bin", "/bin").stream()
                .map(directory -> Path.of(directory, tool))
                .filter(Files::exists)
                .findFirst()
                .orElseThrow();
    }

    /** Exit code and output, errors included. */
    private String launch(String... words) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of("sh", home.resolve("fluxfabric").toString()));
        command.addAll(List.of(words));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).directory(home.toFile());
        builder.environment().clear();
        builder.environment().putAll(Map.of("PATH", tools.toString()));
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        return process.waitFor() + " " + output.strip();
    }
}
