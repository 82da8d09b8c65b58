package io.fluxfabric.engine.r2dbc.execution;

import io.fluxfabric.engine.execution.Progress;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.r2dbc.kit.FencedVerb;
import io.fluxfabric.engine.r2dbc.kit.HandleFence;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.kit.LeaseEnd;
import io.fluxfabric.engine.r2dbc.sql.Chain;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.state.Transition;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Stores how far executions are, any number in one statement. What a report does not say stays as it was. */
final class ReportProgress implements FencedVerb<ReportProgress.Report, ExecutionId> {

    record Report(Handle handle, Progress progress) implements FencedVerb.Request {}

    private static final Chain REPORT = Chain.of("reported(partition_key integer, execution_id uuid)", """
            UPDATE ff_exec_core
               SET progress_pct = COALESCE(h_percent, progress_pct), progress_message = COALESCE(h_message, progress_message),
                   progress_at_ms = {NOW}, last_mutation_at_ms = {NOW}, version = version + 1
              FROM %s WHERE %s
            RETURNING partition_key, execution_id""".formatted(
                    HandleFence.handles("h_percent integer", "h_message text"), HandleFence.holds(Transition.RENEW)));

    @Override
    public String operation() {
        return "execution.progress";
    }

    @Override
    public Chain chain() {
        return REPORT;
    }

    @Override
    public void check(Kit kit, Report report) {
        report.progress().message().ifPresent(kit.limits()::checkProgressMessage);
    }

    @Override
    public @Nullable Object[] row(Report report) {
        Progress progress = report.progress();
        return HandleFence.row(
                report.handle(),
                progress.percent().orElse(null),
                progress.message().orElse(null));
    }

    @Override
    public ExecutionId done(Report report, RowReader row) {
        return report.handle().executionId();
    }

    /** A report ends no lease, so no end of a lease is a repetition of one. */
    @Override
    public Optional<ExecutionId> repeated(Report report, LeaseEnd end) {
        return Optional.empty();
    }
}
