package io.fluxfabric.engine.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CommandTest {

    @Test
    @DisplayName("wrong arguments get one sentence and the usage, and exit code 2")
    void wrongArguments() {
        assertWrong("--scenario knows no \"burn\", only burn-down, ", "--scenario", "burn");
        assertWrong("--systems knows no \"quartz\", only fluxfabric, db-scheduler,", "--systems", "raw,quartz");
        assertWrong("--rounds must be at least 1, but is 0.", "--rounds", "0");
        assertWrong("Unknown option: '--fast'", "--fast");
        assertWrong("Invalid value for option '--rounds'", "--rounds", "many");
    }

    @Test
    @DisplayName("help names every option")
    void help() {
        Ran ran = Ran.of("--help");
        assertThat(ran.exitCode()).isZero();
        assertThat(ran.out())
                .contains(
                        "--quick",
                        "--scenario",
                        "--systems",
                        "--rounds",
                        "--executions",
                        "--peer-threads",
                        "--out",
                        "--plain");
    }

    private static void assertWrong(String sentence, String... arguments) {
        Ran ran = Ran.of(arguments);
        assertThat(ran.exitCode()).isEqualTo(2);
        assertThat(ran.err()).startsWith(sentence).contains("Usage: fluxfabric bench");
        assertThat(ran.out()).isEmpty();
    }
}
