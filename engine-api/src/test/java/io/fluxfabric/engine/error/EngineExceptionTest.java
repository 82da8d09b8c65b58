package io.fluxfabric.engine.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class EngineExceptionTest {
    private static final String ID = "{fp:7}:018f0000-0000-7000-8000-000000000000";

    @Test
    @DisplayName("a stale lease names the holder, both epochs and the time")
    void staleLease() {
        StaleLeaseException error =
                StaleLeaseException.heldBy(ID, "mail-2", 5, Instant.parse("2030-01-01T12:04:11Z"), 4);

        assertThat(error)
                .hasMessage("execution " + ID
                        + " is held by worker mail-2 (epoch 5) since 2030-01-01T12:04:11Z; this handle has epoch 4");
        assertThat(error.code()).isEqualTo(ErrorCode.STALE_LEASE);
        assertThat(error.isRetryable()).isFalse();
        assertThat(error.details())
                .containsExactly(
                        entry("execution", ID),
                        entry("handle_epoch", "4"),
                        entry("epoch", "5"),
                        entry("worker", "mail-2"),
                        entry("since", "2030-01-01T12:04:11Z"));
    }

    @Test
    @DisplayName("all three ways to lose a lease are caught as one")
    void leaseLost() {
        assertThat(StaleLeaseException.notTheIssuedHandle(ID, 1)).isInstanceOf(LeaseLostException.class);
        assertThat(new LeaseRevokedException(ID, 1)).isInstanceOf(LeaseLostException.class);
        assertThat(new LeaseExpiredException(ID, 1, Instant.EPOCH))
                .isInstanceOf(LeaseLostException.class)
                .hasMessageEndingWith("expired at 1970-01-01T00:00:00Z");
    }

    @Test
    @DisplayName("LSE-007 an execution that is not active says what it is instead")
    void executionNotActive() {
        ExecutionNotActiveException ended = new ExecutionNotActiveException(ID, "terminal", "success", 3, "a-1");
        ExecutionNotActiveException retrying = new ExecutionNotActiveException(ID, "runnable", "none", 3, null);

        assertThat(ended.details()).containsEntry("lifecycle_phase", "terminal").containsEntry("attempt_id", "a-1");
        assertThat(ended.attemptId()).contains("a-1");
        assertThat(ended.errorClass()).isEqualTo(ErrorClass.TERMINAL);
        assertThat(retrying.attemptId()).isEmpty();
        assertThat(retrying.details()).doesNotContainKey("attempt_id");
    }

    @Test
    @DisplayName("a transport failure is retryable only when its cause is known to pass")
    void transport() {
        RuntimeException cause = new RuntimeException("connection reset");

        assertThat(TransportException.retryable("execution.complete", cause).isRetryable())
                .isTrue();
        assertThat(TransportException.terminal("execution.complete", cause).isRetryable())
                .isFalse();
        assertThat(TransportException.terminal("execution.complete", cause)).hasCause(cause);
    }

    @Test
    @DisplayName("a limit that was exceeded is told with field, limit and actual size")
    void tooLarge() {
        ValidationException error =
                ValidationException.tooLarge(ErrorCode.PAYLOAD_TOO_LARGE, "payload", "bytes", 1048576, 2097152);

        assertThat(error).hasMessage("payload may have at most 1048576 bytes, but has 2097152");
        assertThat(error.field()).isEqualTo("payload");
        assertThat(error.details()).containsEntry("limit", "1048576").containsEntry("actual", "2097152");
    }

    @Test
    @DisplayName("a code cannot be raised by the class of another")
    void codesAndClassesMatch() {
        assertThatThrownBy(() -> new StateException(ErrorCode.STALE_LEASE, "no", Details.none()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("StaleLease is raised as StaleLeaseException, not as StateException");
        assertThatThrownBy(() -> ValidationException.of(ErrorCode.TIMEOUT, "field", "no"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @DisplayName("exhausted contention keeps the last cause and the number of attempts")
    void retryExhausted() {
        RuntimeException cause = new RuntimeException("40001");

        ContentionException error = ContentionException.retryExhausted("execution.claim", 5, cause);

        assertThat(error).hasCause(cause);
        assertThat(error.isRetryable()).isTrue();
        assertThat(error.details()).containsExactly(entry("operation", "execution.claim"), entry("attempts", "5"));
    }

    @Test
    @DisplayName("details cannot be changed")
    void detailsAreUnmodifiable() {
        assertThatThrownBy(() -> NotFoundException.execution(ID).details().clear())
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    @DisplayName("adding a fact to details leaves the original as it was")
    void detailsAreImmutable() {
        Details one = Details.of("a", 1);

        Details two = one.and("b", 2);

        assertThat(one).isEqualTo(Details.of("a", 1)).isNotEqualTo(two);
        assertThat(one.and("absent", null)).isSameAs(one);
    }

    @Test
    @DisplayName("an error survives serialization with its code and details")
    void serializable() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(new ResourceExhaustedException("connections", 10, Duration.ofSeconds(2)));
        }

        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            ResourceExhaustedException back = (ResourceExhaustedException) in.readObject();
            assertThat(back.code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED);
            assertThat(back.retryAfter()).contains(Duration.ofSeconds(2));
            assertThat(back.details()).containsEntry("retry_after", "PT2S");
        }
    }
}
