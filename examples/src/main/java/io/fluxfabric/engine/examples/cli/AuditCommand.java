package io.fluxfabric.engine.examples.cli;

import io.fluxfabric.engine.audit.Violation;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Checks the engine's invariants on every stored row; changes nothing. */
@Command(
        name = "audit",
        description = "Check the engine's invariants on every stored row. Exit code 1 if one is violated.",
        mixinStandardHelpOptions = true)
final class AuditCommand implements Callable<Integer> {

    @Mixin
    private DatabaseOption database = new DatabaseOption();

    @Mixin
    private OutputOption output = new OutputOption();

    @Override
    public Integer call() {
        List<Violation> violations =
                database.onPrepared(engine -> engine.audit().collectList()).orElseThrow();
        violations.forEach(violation -> output.print(row(violation)));
        output.print(Row.of("violations=" + violations.size()).with("violations", violations.size()));
        return violations.isEmpty() ? 0 : Main.REFUSED;
    }

    private static Row row(Violation violation) {
        Row row = Row.of(violation.toString()).with("invariant", violation.invariant());
        return violation
                .executionId()
                .map(id -> row.with("executionId", id))
                .orElse(row)
                .with("detail", violation.detail());
    }
}
