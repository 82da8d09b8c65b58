package io.fluxfabric.engine.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.id.ExecutionId.ParseProblem;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExecutionIdTest {
    private static final UUID UUID_1 = UUID.fromString("018f3c00-0000-7000-8000-000000000001");

    @ParameterizedTest
    @ValueSource(ints = {0, 7, 65535})
    @DisplayName("RCL-022 the wire form is read back as the same id, for every partition of 16 bits")
    void roundTrip(int partition) {
        ExecutionId id = ExecutionId.of(partition, UUID_1);

        assertThat(id).hasToString("{fp:" + partition + "}:018f3c00-0000-7000-8000-000000000001");
        assertThat(ExecutionId.parse(id.toString())).isEqualTo(id);
    }

    @ParameterizedTest
    @CsvSource({
        "018f3c00-0000-7000-8000-000000000001, MISSING_TAG",
        "'', MISSING_TAG",
        "fp:7:018f3c00-0000-7000-8000-000000000001, MISSING_TAG",
        "{b:7}:018f3c00-0000-7000-8000-000000000001, MISSING_TAG",
        "{fp:7}018f3c00-0000-7000-8000-000000000001, MISSING_TAG",
        "' {fp:7}:018f3c00-0000-7000-8000-000000000001', MISSING_TAG",
        "{fp:}:018f3c00-0000-7000-8000-000000000001, INVALID_PARTITION",
        "{fp:-1}:018f3c00-0000-7000-8000-000000000001, INVALID_PARTITION",
        "{fp:+1}:018f3c00-0000-7000-8000-000000000001, INVALID_PARTITION",
        "{fp:07}:018f3c00-0000-7000-8000-000000000001, INVALID_PARTITION",
        "{fp:65536}:018f3c00-0000-7000-8000-000000000001, INVALID_PARTITION",
        "{fp:99999999999999999999}:018f3c00-0000-7000-8000-000000000001, INVALID_PARTITION",
        "{fp:x}:018f3c00-0000-7000-8000-000000000001, INVALID_PARTITION",
        "{fp:7}:, INVALID_UUID",
        "{fp:7}:1-1-1-1-1, INVALID_UUID",
        "{fp:7}:018f3c00000070008000000000000001, INVALID_UUID",
        "'{fp:7}:018f3c00-0000-7000-8000-000000000001 ', INVALID_UUID",
        "{fp:7}:018f3c00-0000-7000-8000-00000000000g, INVALID_UUID",
    })
    @DisplayName("RCL-022 what is no id is refused by kind")
    void refused(String text, ParseProblem problem) {
        assertThatThrownBy(() -> ExecutionId.parse(text)).isInstanceOfSatisfying(ValidationException.class, error -> {
            assertThat(error.code()).isEqualTo(ErrorCode.INVALID_INPUT);
            assertThat(error.field()).isEqualTo("executionId");
            assertThat(error.details()).containsEntry("problem", problem.literal());
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 65536})
    @DisplayName("a partition outside of 16 bits cannot be made")
    void partitionRange(int partition) {
        assertThatThrownBy(() -> ExecutionId.of(partition, UUID_1))
                .hasMessage("executionId.partition must be between 0 and 65535, but is " + partition);
    }

    @Test
    @DisplayName("ids are ordered by partition, then by UUID as unsigned bytes")
    void order() {
        ExecutionId low = ExecutionId.of(1, UUID.fromString("7fffffff-ffff-ffff-ffff-ffffffffffff"));
        ExecutionId high = ExecutionId.of(1, UUID.fromString("80000000-0000-0000-0000-000000000000"));
        ExecutionId higher = ExecutionId.of(1, UUID.fromString("80000000-0000-0000-8000-000000000000"));

        assertThat(low).isLessThan(high);
        assertThat(high).isLessThan(higher);
        assertThat(ExecutionId.of(0, high.uuid())).isLessThan(low);
        assertThat(high).isEqualByComparingTo(ExecutionId.parse(high.toString()));
    }
}
