package io.fluxfabric.engine.examples.cli;

import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Brings a database to the schema the engine needs, and says what it did. */
@Command(
        name = "prepare",
        aliases = "migrate",
        description = "Create the engine's schema in a database, bring it up to date, or verify that it is.",
        mixinStandardHelpOptions = true)
final class PrepareCommand implements Callable<Integer> {

    @Mixin
    private DatabaseOption database = new DatabaseOption();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        spec.commandLine().getOut().println(database.with(R2dbcEngine::prepare));
        return 0;
    }
}
