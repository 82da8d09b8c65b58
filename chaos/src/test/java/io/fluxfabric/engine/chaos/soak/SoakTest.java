package io.fluxfabric.engine.chaos.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SoakTest {

    private static final Pattern LAST = Pattern.compile("rate=(\\d+) submitted=(\\d+) completed=(\\d+) lost=0"
            + " heap_slope_mib_per_h=-?\\d+\\.\\d dead_tuples_end=\\d+");

    /** A run of the command line, and what it said. */
    private record Ran(int exitCode, List<String> out, String err) {

        static Ran of(String... arguments) {
            StringWriter out = new StringWriter();
            StringWriter err = new StringWriter();
            CommandLine command =
                    Main.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
            int exitCode = command.execute(arguments);
            return new Ran(exitCode, out.toString().lines().toList(), err.toString());
        }
    }

    @Test
    @DisplayName("a short run finds its rate, completes all it submitted, forgets what ended, and shows every figure")
    void shortRun(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("soak.json");
        Ran ran = Ran.of("--minutes", "0.17", "--json", file.toString());
        System.out.println(String.join("\n", ran.out()));

        assertThat(ran.err()).isEmpty();
        assertThat(ran.exitCode()).isZero();
        Matcher last = LAST.matcher(ran.out().get(ran.out().size() - 1));
        assertThat(last.matches()).isTrue();
        assertThat(last.group(3)).isEqualTo(last.group(2));
        // the load itself, not only what measuring the rate completed
        assertThat(Long.parseLong(last.group(2))).isGreaterThan(Submitter.WAITING + 5 * Long.parseLong(last.group(1)));
        for (Figure figure : Figure.values()) {
            assertThat(ran.out())
                    .filteredOn(line -> line.startsWith(figure.text() + " "))
                    .hasSize(1);
        }
        assertThat(ran.out())
                .filteredOn(line -> line.contains("backlog ") && line.contains("lag "))
                .hasSize(30);

        JsonNode document = JsonMapper.shared().readTree(Files.readString(file));
        assertThat(document.get("samples").size()).isEqualTo(30);
        assertThat(document.get("completed").longValue()).isEqualTo(Long.parseLong(last.group(3)));
        JsonNode end = document.get("samples").get(29);
        for (Figure figure : Figure.values()) {
            assertThat(end.has(figure.key())).isTrue();
        }
        assertThat(end.get("heapMib").doubleValue()).isPositive();
        assertThat(end.get("threads").doubleValue()).isPositive();
        assertThat(end.get("connections").doubleValue()).isPositive();
        assertThat(end.get("tableMib").doubleValue()).isPositive();
        assertThat(end.get("lagMostMs").doubleValue()).isPositive();
    }

    @Test
    @DisplayName("wrong arguments get one sentence and the usage, and exit code 2")
    void wrongArguments(@TempDir Path folder) {
        assertWrong("--minutes must be from 0.1 to 10080, but is 0.0.", "--minutes", "0");
        assertWrong("--minutes must be from 0.1 to 10080, but is NaN.", "--minutes", "NaN");
        assertWrong("--rate must be from 1 to 1000000, but is -5.0.", "--rate", "-5");
        assertWrong("Invalid value for option '--rate'", "--rate", "fast");
        assertWrong(
                "--json must name a file in a directory that exists",
                "--json",
                folder.resolve("none/soak.json").toString());
        assertWrong("--json must name a file in a directory that exists", "--json", folder.toString());
        assertWrong("Unknown option: '--forever'", "--forever");
    }

    private static void assertWrong(String sentence, String... arguments) {
        Ran ran = Ran.of(arguments);
        assertThat(ran.exitCode()).isEqualTo(2);
        assertThat(ran.err()).startsWith(sentence).contains("Usage: fluxfabric soak");
        assertThat(ran.out()).isEmpty();
    }

    @Test
    @DisplayName("help, docs/cli.md and the launcher have the command and every option")
    void documented() throws Exception {
        Ran ran = Ran.of("--help");
        assertThat(ran.exitCode()).isZero();
        String page = Files.readString(Path.of("../docs/cli.md"));
        String section = page.substring(page.indexOf("\n## soak\n") + 1).split("\n## ", 2)[0];
        assertThat(String.join("\n", ran.out())).contains("--minutes", "--rate", "--json");
        assertThat(section).startsWith("## soak").contains("`--minutes", "`--rate", "`--json");
        assertThat(Files.readString(Path.of("../fluxfabric"))).contains("./fluxfabric soak", "chaos.soak.Main");
    }
}
