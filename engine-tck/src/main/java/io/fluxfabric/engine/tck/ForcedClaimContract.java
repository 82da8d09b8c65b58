package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.execution.Moment;
import io.fluxfabric.engine.grant.Grants;
import io.fluxfabric.engine.grant.IssueClaimGrant;
import io.fluxfabric.engine.grant.IssueGrantAndClaim;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.lease.HandleKind;
import io.fluxfabric.engine.state.BlockingReason;
import io.fluxfabric.engine.state.PublicState;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the claims of an operator promise. */
public interface ForcedClaimContract extends EngineFixture {

    default Grants grants() {
        return scope().grants();
    }

    default IssueGrantAndClaim forced(ExecutionId id) {
        return IssueGrantAndClaim.of(id, ORDER).as(BERT).lease(Duration.ofSeconds(20));
    }

    default void refused(ExecutionId id, ErrorCode code) {
        assertThat(refusal(grants().issueAndClaim(forced(id))).code()).isEqualTo(code);
    }

    @Test
    @DisplayName("LSE-019 an operator claims just this execution, under the name given, and that is recorded")
    default void forces() {
        given(aSubmit().priority(9));
        ExecutionId id = given(aSubmit().requires("gpu"));

        Claimed claimed = await(grants().issueAndClaim(forced(id)));

        assertThat(claimed.executionId()).isEqualTo(id);
        assertThat(claimed.handle().fence().epoch()).isEqualTo(1);
        assertThat(claimed.handle().fence().attemptIndex()).isZero();
        assertThat(claimed.handle().worker()).isEqualTo(BERT);
        assertThat(describe(id).lease().orElseThrow().holder()).isEqualTo(BERT);
        assertThat(operatorEventsOf(id)).singleElement().satisfies(event -> {
            assertThat(event.type()).isEqualTo("claim_forced");
            assertThat(event.actor()).isEqualTo(ORDER.actor());
            assertThat(event.reason()).contains(ORDER.reason());
            assertThat(event.details())
                    .containsEntry("worker_id", "bert")
                    .containsEntry("worker_instance_id", "bert-1");
        });
        await(executions().complete(claimed.handle()));
        assertThat(stateOf(id)).isEqualTo(PublicState.COMPLETED);
    }

    @Test
    @DisplayName("an operator's claim resumes an interrupted attempt, and works on a paused lane")
    default void resumes() {
        Handle first = givenRunning();
        await(executions().release(first, ""));
        await(scope().lanes().pause(LANE, ORDER));

        Claimed claimed = await(grants().issueAndClaim(forced(first.executionId())));

        assertThat(claimed.handle().kind()).isEqualTo(HandleKind.RESUMED);
        assertThat(claimed.handle().fence().attemptId()).isEqualTo(first.fence().attemptId());
    }

    @Test
    @DisplayName(
            "both ways have the gates of a grant: what is held, granted, delayed, blocked or over is refused, without a trace")
    default void gates() {
        Handle running = givenRunning();
        Handle delayed = givenRunning();
        await(executions().delay(delayed, Moment.after(Duration.ofHours(1))));
        Handle over = givenRunning();
        await(executions().complete(over));
        Handle blocked = givenRunning();
        await(executions().release(blocked, ""));
        awaitEmpty(scope().operator().block(blocked.executionId(), BlockingReason.PAUSED_BY_OPERATOR, "", ORDER));
        ExecutionId granted = givenWaiting();
        await(grants().issue(IssueClaimGrant.of(granted).to(ANNA)));

        for (Handle handle : List.of(running, delayed, over, blocked)) {
            refused(handle.executionId(), ErrorCode.EXECUTION_NOT_ELIGIBLE);
        }
        refused(granted, ErrorCode.GRANT_ALREADY_EXISTS);
        refused(ExecutionId.of(3, UUID.randomUUID()), ErrorCode.NOT_FOUND);
        refused(ExecutionId.of(65535, UUID.randomUUID()), ErrorCode.INVALID_INPUT);
        assertThat(operatorEventsOf(granted)).isEmpty();
        assertThat(describe(running.executionId()).lease().orElseThrow().holder())
                .isEqualTo(ANNA);
        ExecutionId waiting = givenWaiting();
        assertThat(refusal(grants().issueAndClaim(forced(waiting).lease(Duration.ZERO)))
                        .code())
                .isEqualTo(ErrorCode.INVALID_INPUT);
    }

    @Test
    @DisplayName("the same order sent again gives the same lease, recorded once")
    default void repeated() {
        ExecutionId id = givenWaiting();
        IssueGrantAndClaim request = forced(id);
        Claimed first = await(grants().issueAndClaim(request));

        assertThat(await(grants().issueAndClaim(request))).isEqualTo(first);
        assertThat(operatorEventsOf(id)).hasSize(1);
        refused(id, ErrorCode.EXECUTION_NOT_ELIGIBLE);
    }
}
