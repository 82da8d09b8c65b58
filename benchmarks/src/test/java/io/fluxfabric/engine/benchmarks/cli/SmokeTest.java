package io.fluxfabric.engine.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Real runs, as small as they can be. */
class SmokeTest {

    @TempDir
    Path out;

    @Test
    @DisplayName("all five systems burn down in one run, which prints ratios and writes a file and a chart")
    void burnDown() throws Exception {
        Ran ran = run("--executions", "200", "--rounds", "1", "--scenario", "burn-down");
        assertThat(ran.lastLine())
                .matches(
                        "ratios: db-scheduler=\\d+\\.\\d\\d jobrunr=\\d+\\.\\d\\d raw=\\d+\\.\\d\\d naive=\\d+\\.\\d\\d");
        assertThat(ran.out()).contains("Targets", "What one lifecycle costs the database");

        JsonNode report = report();
        assertThat(report.at("/environment/postgres.fsync").asString()).isEqualTo("on");
        assertThat(report.at("/environment/version.db-scheduler").asString()).isNotEmpty();
        assertThat(report.at("/ratios").asString()).isEqualTo(ran.lastLine());
        assertThat(report.at("/systems")).hasSize(5);
        assertThat(rounds(report, "burn-down", false)).hasSize(5);
        assertThat(rounds(report, "burn-down", true))
                .hasSize(5)
                .allSatisfy(round ->
                        assertThat(round.at("/figures/statements").asDouble()).isPositive());
        assertThat(Files.readString(out.resolve("bench.svg")))
                .startsWith("<svg")
                .contains("db-scheduler", "naive");
    }

    @Test
    @DisplayName("every other scenario runs, and finds what it is meant to find")
    void otherScenarios() throws Exception {
        Ran ran = run(
                "--executions",
                "200",
                "--rounds",
                "1",
                "--quick",
                "--systems",
                "fluxfabric,raw,db-scheduler",
                "--scenario",
                "steady,latency,bulk-submit,renewals,backlog,unmatched-head,sqlite,idle,in-flight");
        assertThat(ran.lastLine()).isEqualTo("ratios: db-scheduler=n/a jobrunr=n/a raw=n/a naive=n/a");
        JsonNode report = report();
        List<String> measured = stream(report.at("/statistics"))
                .map(entry -> entry.at("/scenario").asString() + " "
                        + entry.at("/system").asString() + entry.at("/variant").asString())
                .toList();
        assertThat(measured)
                .contains(
                        "steady fluxfabric",
                        "steady db-scheduler",
                        "latency db-scheduler",
                        "latency raw",
                        "bulk-submit raw",
                        "renewals fluxfabric",
                        "backlog fluxfabricplain",
                        "backlog fluxfabricloaded",
                        "unmatched-head fluxfabricloaded",
                        "sqlite fluxfabric",
                        "idle fluxfabric",
                        "in-flight fluxfabric");
        assertThat(rounds(report, "renewals", false))
                .allSatisfy(round ->
                        assertThat(round.at("/figures/statements").asDouble()).isEqualTo(1));
        assertThat(rounds(report, "in-flight", false))
                .allSatisfy(round ->
                        assertThat(round.at("/figures/inFlight").asDouble()).isGreaterThanOrEqualTo(1_000));
        assertThat(rounds(report, "idle", false))
                .allSatisfy(round -> assertThat(
                                round.at("/figures/statementsPerSecond").asDouble())
                        .isPositive());
    }

    private Ran run(String... arguments) {
        String[] all = new String[arguments.length + 3];
        System.arraycopy(arguments, 0, all, 0, arguments.length);
        all[arguments.length] = "--plain";
        all[arguments.length + 1] = "--out";
        all[arguments.length + 2] = out.toString();
        Ran ran = Ran.of(all);
        assertThat(ran.exitCode()).as(ran.err()).isZero();
        return ran;
    }

    private JsonNode report() throws Exception {
        return JsonMapper.shared().readTree(Files.readString(out.resolve("bench.json")));
    }

    private static List<JsonNode> rounds(JsonNode report, String scenario, boolean warmUp) {
        return stream(report.at("/rounds"))
                .filter(round -> round.at("/scenario").asString().equals(scenario))
                .filter(round -> round.at("/warmUp").asBoolean() == warmUp)
                .toList();
    }

    private static java.util.stream.Stream<JsonNode> stream(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }
}
