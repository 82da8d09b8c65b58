package io.fluxfabric.engine.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }

    @Test
    @DisplayName("prepare makes a database, and says that there is nothing to do the second time")
    void prepare(@TempDir Path folder) {
        String url = "r2dbc:sqlite:///" + folder.resolve("orders.db");

        assertThat(run("prepare", url)).isZero();
        assertThat(out.toString()).contains("sqlite schema at version", "applied V001__partitions.sql");
        assertThat(run("prepare", url)).isZero();
        assertThat(out.toString()).contains("nothing to do");
    }

    @Test
    @DisplayName("audit of a sound database ends with violations=0")
    void audit(@TempDir Path folder) {
        String url = "r2dbc:sqlite:///" + folder.resolve("orders.db");
        assertThat(run("prepare", url)).isZero();

        assertThat(run("audit", url)).isZero();
        assertThat(out.toString()).endsWith("violations=0" + System.lineSeparator());
    }

    @Test
    @DisplayName("what the engine refuses is one sentence and exit code 1")
    void refused() {
        assertThat(run("prepare", "r2dbc:mysql://localhost/x")).isEqualTo(1);
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .startsWith("fluxfabric: ")
                .contains("mysql");
    }

    @Test
    @DisplayName("wrong arguments are a sentence, the usage, and exit code 2")
    void wrongArguments() {
        assertThat(run("prepare")).isEqualTo(2);
        assertThat(err.toString()).contains("Missing required parameter", "Usage: fluxfabric prepare");
        assertThat(run("no-such-command")).isEqualTo(2);
    }

    @Test
    @DisplayName("help names the commands")
    void help() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString()).contains("prepare", "audit");
    }
}
