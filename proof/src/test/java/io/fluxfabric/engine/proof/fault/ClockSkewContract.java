package io.fluxfabric.engine.proof.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.chaos.fault.SkewedTimer;
import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.state.PublicState;
import io.fluxfabric.engine.task.WorkerEvent;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** Two nodes whose clocks are ten minutes apart. */
abstract class ClockSkewContract extends Faults {

    abstract String url();

    private R2dbcEngine node(Duration skew) {
        return engine(url(), settings().timer(new SkewedTimer(skew)));
    }

    @Test
    @DisplayName("neither takes the other's leases; delays, deadlines and the steady work are as they should be")
    void tenMinutesApart() {
        R2dbcEngine late = node(Duration.ofMinutes(-5));
        R2dbcEngine early = node(Duration.ofMinutes(5));
        ExecutionId delayed =
                submitted(late, Submit.of(Load.KIND).lane("delayed").delay(Duration.ofMinutes(1)));
        ExecutionId due = submitted(late, Submit.of(Load.KIND).lane("due").deadline(Duration.ofMinutes(1)));
        submitted(late, Submit.of(Load.KIND).lane("held"));
        Handle held = await(late.executions()
                        .claim(Claim.lane("held")
                                .as(WorkerIdentity.of("anna", "anna-1"))
                                .lease(Duration.ofMinutes(1)))
                        .next())
                .handle();
        Load load = load(late, early).steady();

        await(early.reconcilers().pass(Reconcilers.LEASE_EXPIRY));
        await(early.reconcilers().pass(Reconcilers.DELAYED_PROMOTION));
        await(early.reconcilers().pass(Reconcilers.EXECUTION_DEADLINE));

        assertThat(await(early.executions().state(held.executionId()))).isEqualTo(PublicState.ACTIVE);
        assertThat(await(early.executions().state(delayed))).isEqualTo(PublicState.DELAYED);
        assertThat(await(early.executions().state(due))).isEqualTo(PublicState.WAITING);
        ExecutionId soon = submitted(early, Submit.of(Load.KIND).lane("soon").delay(Duration.ofMillis(500)));
        Waiting.until("the end of a short delay", () -> await(late.executions().state(soon)) == PublicState.WAITING);
        await(late.executions().complete(held));
        assertThat(load.tally().troubles(WorkerEvent.LeaseLost.class)).isEmpty();
        load.recovers().settles();
    }

    private static ExecutionId submitted(R2dbcEngine engine, Submit submit) {
        return await(engine.executions().submit(submit)).executionId();
    }

    private static <T> T await(Mono<T> mono) {
        return Objects.requireNonNull(mono.block(Waiting.PATIENCE));
    }
}
