package io.fluxfabric.engine.chaos.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class ChaosTest {

    private static final String MINUTES = System.getProperty("fluxfabric.chaos.minutes", "2");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        CommandLine command = Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        return command.execute(args);
    }

    @Test
    @DisplayName("on a SQLite file, nothing is lost or completed twice under faults")
    void sqlite() {
        int code = run("chaos", "--minutes", MINUTES, "--plain", "--patience", "90");
        assertThat(code).as(out.toString() + err).isZero();
        assertThat(out.toString().strip()).endsWith("lost=0 duplicated=0 violations=0");
    }

    @Test
    @DisplayName("on PostgreSQL, nothing is lost or completed twice under faults")
    void postgres() {
        int code = run("chaos", "--minutes", MINUTES, "--postgres", "--plain", "--patience", "90");
        assertThat(code).as(out.toString() + err).isZero();
        assertThat(out.toString().strip()).endsWith("lost=0 duplicated=0 violations=0");
    }

    @Test
    @DisplayName("wrong arguments are a sentence, the usage and exit code 2; help is exit code 0")
    void arguments() {
        assertThat(run("chaos", "--minutes", "0")).isEqualTo(2);
        assertThat(run("chaos", "--minutes", "1", "--postgres", "--url", "r2dbc:x"))
                .isEqualTo(2);
        assertThat(run("chaos")).isEqualTo(2);
        assertThat(err.toString()).contains("must be greater than zero").contains("Usage:");
        assertThat(run("chaos", "--help")).isZero();
        assertThat(out.toString()).contains("--minutes");
    }
}
