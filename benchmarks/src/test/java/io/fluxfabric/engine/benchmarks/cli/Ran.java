package io.fluxfabric.engine.benchmarks.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** A run of the command line, and what it said. */
record Ran(int exitCode, String out, String err) {

    static Ran of(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine command =
                Main.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return new Ran(command.execute(arguments), out.toString(), err.toString());
    }

    String lastLine() {
        return out.lines().reduce((earlier, later) -> later).orElse("");
    }
}
