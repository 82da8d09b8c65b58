package io.fluxfabric.engine.examples.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** In which form a command answers. */
final class OutputOption {

    @Option(names = "--json", description = "Answer in JSON, one document per line.")
    private boolean json;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    void print(Row row) {
        line(json ? JsonMapper.shared().writeValueAsString(row.fields()) : row.text());
    }

    /** Something that only people want to know, such as that there is nothing. */
    void remark(String text) {
        if (!json) {
            line(text);
        }
    }

    private void line(String text) {
        command.commandLine().getOut().println(text);
        // Who reads from a pipe wants it now, and a command may run for long.
        command.commandLine().getOut().flush();
    }
}
