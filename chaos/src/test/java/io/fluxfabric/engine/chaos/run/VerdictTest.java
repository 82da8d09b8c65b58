package io.fluxfabric.engine.chaos.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.IdMint;
import io.fluxfabric.engine.id.PartitionCount;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class VerdictTest {

    private static final ExecutionId ID = new IdMint(PartitionCount.DEFAULT, () -> 1_000_000L).soloExecution();

    @Test
    @DisplayName("an execution confirmed twice is told as duplicated, one without an end as lost")
    void duplicateAndLost() {
        Journal.Entry confirmed = new Journal.Entry(Journal.Fact.CONFIRMED, ID.toString(), 0);
        FaultTally faults = new FaultTally();
        faults.add("any", Optional.of(Duration.ofSeconds(1)));
        Verdict verdict = Verdict.of(Set.of(ID), List.of(), List.of(confirmed, confirmed), 0, faults);
        assertThat(verdict.line()).isEqualTo("submitted=1 completed=0 faults=1 lost=1 duplicated=1 violations=0");
        assertThat(verdict.holds()).isFalse();
    }

    @Test
    @DisplayName("a fault that was not recovered from is not as promised")
    void notRecovered() {
        FaultTally faults = new FaultTally();
        faults.add("any", Optional.empty());
        assertThat(Verdict.of(Set.of(), List.of(), List.of(), 0, faults).holds())
                .isFalse();
        assertThat(Verdict.of(Set.of(), List.of(), List.of(), 0, new FaultTally())
                        .holds())
                .isTrue();
    }
}
