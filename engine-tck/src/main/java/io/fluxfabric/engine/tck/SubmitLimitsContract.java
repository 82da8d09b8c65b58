package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.payload.Payload;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.test.StepVerifier;

/** What submitting refuses, at and past each limit. */
public interface SubmitLimitsContract extends EngineFixture {

    default void refused(Submit submit, ErrorCode code, String... words) {
        executions()
                .submit(submit)
                .as(StepVerifier::create)
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOfSatisfying(ValidationException.class, wrong -> {
                            assertThat(wrong.code()).isEqualTo(code);
                            assertThat(wrong.getMessage()).contains(words);
                        }))
                .verify(PATIENCE);
    }

    @ParameterizedTest(name = "EXE-007 the required capability \"{0}\" is refused")
    @ValueSource(strings = {"", "a,b", "a b", "a\tb", "a\u0000", "\u007f", "\u00a0"})
    default void badCapabilities(String token) {
        assertThatThrownBy(() -> aSubmit().requires("good", token))
                .isInstanceOfSatisfying(
                        ValidationException.class,
                        wrong -> assertThat(wrong.code()).isEqualTo(ErrorCode.INVALID_CAPABILITIES));
    }

    @Test
    @DisplayName("EXE-009 256 capabilities are stored, 257 are refused")
    default void capabilityLimits() {
        String[] most = IntStream.range(0, 256).mapToObj(n -> "c" + n).toArray(String[]::new);
        ExecutionId id = given(aSubmit().requires(most));
        assertThat(describe(id).required().tokens()).hasSize(256);

        String[] tooMany = IntStream.range(0, 257).mapToObj(n -> "c" + n).toArray(String[]::new);
        assertThatThrownBy(() -> aSubmit().requires(tooMany)).hasMessageContaining("257");
    }

    @Test
    @DisplayName("a payload of 1 MiB is stored, one byte more is refused by name, and nothing is written")
    default void payloadLimit() {
        given(aSubmit().payload(Payload.bytes(new byte[1 << 20])));
        ExecutionId id = ExecutionId.of(1, UUID.randomUUID());

        refused(
                aSubmit().payload(Payload.bytes(new byte[(1 << 20) + 1])).executionId(id),
                ErrorCode.PAYLOAD_TOO_LARGE,
                "payload",
                "1048576",
                "1048577");
        awaitEmpty(executions().state(id));
    }

    @Test
    @DisplayName("64 tags of 512 bytes are stored; one more tag or one more byte is refused")
    default void tagLimits() {
        Map<String, String> most = tags(64, 512);
        assertThat(describe(given(aSubmit().tags(most))).tags().asMap()).isEqualTo(most);

        refused(aSubmit().tags(tags(65, 1)), ErrorCode.INVALID_INPUT, "tags", "64", "65");
        refused(aSubmit().tags(tags(1, 513)), ErrorCode.INVALID_INPUT, "tags[", "512", "513");
    }

    private static Map<String, String> tags(int count, int bytes) {
        return IntStream.range(0, count)
                .boxed()
                .collect(java.util.stream.Collectors.toMap(n -> "t.n" + n, n -> "x".repeat(bytes)));
    }

    @Test
    @DisplayName("a tag key that is not allowed is refused at submit too")
    default void tagKeys() {
        assertThatThrownBy(() -> aSubmit().tags(Map.of("Cairn", "x"))).isInstanceOf(ValidationException.class);
    }

    @Test
    @DisplayName("a delay or a deadline beyond the limit is refused by name")
    default void farAway() {
        given(aSubmit().delay(Duration.ofDays(366)));
        refused(aSubmit().delay(Duration.ofDays(366).plusMillis(1)), ErrorCode.INVALID_INPUT, "startAt");
        refused(aSubmit().deadline(Duration.ofDays(367)), ErrorCode.INVALID_INPUT, "deadline");
        refused(aSubmit().startAt(java.time.Instant.MAX.minusSeconds(1)), ErrorCode.INVALID_INPUT, "startAt");
    }

    @Test
    @DisplayName("an id on a partition this database does not have is refused")
    default void foreignPartition() {
        refused(
                aSubmit().executionId(ExecutionId.of(256, UUID.randomUUID())),
                ErrorCode.INVALID_INPUT,
                "executionId",
                "256");
    }

    @Test
    @DisplayName("an id that another namespace has is not available, and nothing is said about its holder")
    default void idOfAnotherNamespace() {
        ExecutionId taken = given(aSubmit().executionId(ExecutionId.of(1, UUID.randomUUID())));

        engine().namespace(scope().namespace() + "-b")
                .executions()
                .submit(aSubmit().executionId(taken))
                .as(StepVerifier::create)
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOf(ValidationException.class)
                        .hasMessageContaining("executionId")
                        .hasMessageNotContaining(scope().namespace() + " "))
                .verify(PATIENCE);
    }
}
