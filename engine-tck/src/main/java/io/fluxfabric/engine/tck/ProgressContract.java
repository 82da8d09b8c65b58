package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fluxfabric.engine.error.EngineException;
import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.execution.Execution;
import io.fluxfabric.engine.execution.Execution.ReportedProgress;
import io.fluxfabric.engine.execution.Progress;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.limits.Limit;
import io.fluxfabric.engine.policy.Failure;
import io.fluxfabric.engine.policy.Retry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What reporting progress promises. */
public interface ProgressContract extends HolderFixture {

    default void report(Handle handle, Progress progress) {
        await(executions().progress(handle, progress).thenReturn(true));
    }

    default ReportedProgress progressOf(Handle handle) {
        return describe(handle.executionId()).progress().orElseThrow();
    }

    @Test
    @DisplayName("EXE-024 a report can be read back; it changes no state and writes no event")
    default void reports() {
        Handle handle = givenRunning();
        Execution before = describe(handle.executionId());
        clock().advance(Duration.ofSeconds(1));

        report(handle, Progress.of(42, "halfway"));

        assertThat(progressOf(handle))
                .isEqualTo(new ReportedProgress(Optional.of(42), Optional.of("halfway"), clock().now()));
        Execution after = describe(handle.executionId());
        assertThat(after.state()).isEqualTo(before.state());
        assertThat(after.lease()).isEqualTo(before.lease());
        assertThat(after.times().lastTransitionAt()).isEqualTo(before.times().lastTransitionAt());
        assertThat(after.times().lastMutationAt()).isEqualTo(clock().now());
        assertThat(after.version()).isEqualTo(before.version() + 1);
        assertThat(leaseEvents()).hasSize(1);
    }

    @Test
    @DisplayName("EXE-025 what a report does not say stays as it was")
    default void partialReports() {
        Handle handle = givenRunning();
        report(handle, Progress.of(10, "starting"));

        report(handle, Progress.percent(75));
        assertThat(progressOf(handle).percent()).contains(75);
        assertThat(progressOf(handle).message()).contains("starting");

        report(handle, Progress.message("winding down"));
        assertThat(progressOf(handle).percent()).contains(75);
        assertThat(progressOf(handle).message()).contains("winding down");

        report(handle, Progress.of(5, ""));
        assertThat(progressOf(handle).percent()).contains(5);
        assertThat(progressOf(handle).message()).contains("");
    }

    @Test
    @DisplayName("EXE-026 what was never said is absent")
    default void absent() {
        Handle handle = givenRunning();
        assertThat(describe(handle.executionId()).progress()).isEmpty();

        report(handle, Progress.percent(25));

        assertThat(progressOf(handle).message()).isEmpty();
    }

    @Test
    @DisplayName("a new attempt starts without progress")
    default void newAttempt() {
        Handle handle = givenRunning(aSubmit().retry(Retry.fixed(Duration.ZERO)));
        report(handle, Progress.of(99, "nearly"));
        await(executions().fail(handle, Failure.transientFailure("lost it")));
        claimedByBert();

        assertThat(describe(handle.executionId()).progress()).isEmpty();
    }

    @Test
    @DisplayName("0 to 100 percent and 1024 bytes are stored, more is refused by name and writes nothing")
    default void limits() {
        Handle handle = givenRunning();
        int most = (int) Limit.PROGRESS_MESSAGE_BYTES.standard();
        for (int percent : List.of(-1, 101, 255)) {
            assertThatThrownBy(() -> Progress.percent(percent))
                    .isInstanceOf(ValidationException.class)
                    .hasMessageContainingAll("progress.percent", String.valueOf(percent));
        }
        for (String message : List.of("x".repeat(most + 1), "nul\0", "\uD800")) {
            EngineException error = errorOf(executions().progress(handle, Progress.message(message)));
            assertThat(error.code()).isEqualTo(ErrorCode.INVALID_INPUT);
            assertThat(error).hasMessageContaining("progress.message");
        }
        assertThat(describe(handle.executionId()).progress()).isEmpty();

        report(handle, Progress.of(0, "x".repeat(most)));
        report(handle, Progress.of(100, "é\n".repeat(most / 3)));
        assertThat(progressOf(handle).message()).contains("é\n".repeat(most / 3));
    }
}
