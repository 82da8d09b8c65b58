package io.fluxfabric.engine.examples.cli;

import io.fluxfabric.engine.Prepared;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Brings a database to the schema the engine needs, and says what it did. */
@Command(
        name = "prepare",
        aliases = "migrate",
        description = "Create the engine's schema in a database, bring it up to date, or verify that it is.",
        mixinStandardHelpOptions = true)
final class PrepareCommand implements Callable<Integer> {

    @Mixin
    private DatabaseOption database = new DatabaseOption();

    @Mixin
    private OutputOption output = new OutputOption();

    @Override
    public Integer call() {
        Prepared prepared = database.with(R2dbcEngine::prepare);
        output.print(Row.of(prepared.toString())
                .with("database", prepared.database())
                .with("schemaVersion", prepared.schemaVersion())
                .with("applied", prepared.applied()));
        return 0;
    }
}
