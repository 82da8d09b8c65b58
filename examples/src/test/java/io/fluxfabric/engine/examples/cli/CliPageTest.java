package io.fluxfabric.engine.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class CliPageTest {

    @Test
    @DisplayName(
            "docs/cli.md has a section for every command, with every option; the launcher's help has every command")
    void complete() throws Exception {
        String page = Files.readString(Path.of("../docs/cli.md"));
        String launcher = Files.readString(Path.of("../fluxfabric"));
        for (Map.Entry<String, CommandLine> command :
                Main.commandLine().getSubcommands().entrySet()) {
            String name = command.getValue().getCommandName();
            assertThat(launcher).contains(command.getKey());
            assertThat(page).contains("\n## " + name + "\n");
            String section =
                    page.substring(page.indexOf("\n## " + name + "\n") + 1).split("\n## ", 2)[0];
            for (OptionSpec option : command.getValue().getCommandSpec().options()) {
                boolean common =
                        option.longestName().matches("--help|--version|--verbose|--json|--partitions|--namespace");
                assertThat(common ? page : section).contains("`" + option.longestName());
            }
        }
    }
}
