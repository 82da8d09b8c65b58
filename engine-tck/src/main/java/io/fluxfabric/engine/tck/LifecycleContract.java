package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.execution.Completed;
import io.fluxfabric.engine.execution.SubmitOutcome;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.state.PublicState;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.test.StepVerifier;

/** The straight way: submitted, claimed, completed. */
public interface LifecycleContract extends EngineFixture {

    @Test
    @DisplayName("EXE-001 what is submitted waits, is claimed once, and completes")
    default void submitClaimComplete() {
        SubmitOutcome submitted = await(executions().submit(aSubmit().payload(Payload.text("hello"))));
        assertThat(submitted).isEqualTo(new SubmitOutcome.Created(submitted.executionId(), PublicState.WAITING));

        Claimed claimed = claimedBy(aClaim());
        assertThat(claimed.executionId()).isEqualTo(submitted.executionId());
        assertThat(claimed.payload()).isEqualTo(Payload.text("hello"));
        assertThat(await(executions().claim(aClaim().max(10)))).isEmpty();

        Completed completed = await(executions().complete(claimed.handle(), Payload.text("done")));
        assertThat(completed).isEqualTo(new Completed(submitted.executionId(), 0, clock().now()));
    }

    @Test
    @DisplayName("LSE-012 (target) completing twice by the same handle is one completion, answered twice")
    default void completeTwice() {
        var handle = givenRunning();
        Completed first = await(executions().complete(handle, Payload.text("first")));
        clock().advance(java.time.Duration.ofSeconds(1));

        assertThat(await(executions().complete(handle, Payload.text("second")))).isEqualTo(first);
    }

    @Test
    @DisplayName("a key never names another namespace's execution, whatever id its request chose")
    default void keyStaysInItsNamespace() {
        var foreign = givenWaiting();
        var stranger = engine().namespace("stranger").executions();

        for (int time = 0; time < 2; time++) {
            StepVerifier.create(stranger.submit(aSubmit().executionId(foreign).idempotencyKey("key")))
                    .expectErrorSatisfies(error -> assertThat(error)
                            .isInstanceOfSatisfying(
                                    ValidationException.class,
                                    refused -> assertThat(refused.field()).isEqualTo("executionId")))
                    .verify(PATIENCE);
        }
        assertThat(await(engine().audit())).isEmpty();
    }
}
