package io.fluxfabric.engine.examples.cli;

import io.fluxfabric.engine.audit.Violation;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Checks the engine's invariants on every stored row; changes nothing. */
@Command(
        name = "audit",
        description = "Check the engine's invariants on every stored row. Exit code 1 if one is violated.",
        mixinStandardHelpOptions = true)
final class AuditCommand implements Callable<Integer> {

    @Mixin
    private DatabaseOption database = new DatabaseOption();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        List<Violation> violations = database.with(engine -> engine.audit().collectList());
        violations.forEach(violation -> spec.commandLine().getOut().println(violation));
        spec.commandLine().getOut().println("violations=" + violations.size());
        return violations.isEmpty() ? 0 : Main.REFUSED;
    }
}
