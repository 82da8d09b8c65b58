package io.fluxfabric.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.id.ExecutionKind;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class UnservedKindsTest {

    private final UnservedKinds kinds = new UnservedKinds();

    private UnservedKinds.Putoff came(String kind) {
        return kinds.came(ExecutionKind.of(kind));
    }

    @Test
    @DisplayName("the delay of a kind grows from 2 seconds to a minute, less by up to a half, and it is new once")
    void grows() {
        UnservedKinds.Putoff first = came("often");
        assertThat(first.isNew()).isTrue();
        assertThat(first.delay()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(2));
        for (int count = 0; count < 10; count++) {
            assertThat(came("often").isNew()).isFalse();
        }
        assertThat(came("often").delay()).isBetween(Duration.ofSeconds(30), Duration.ofMinutes(1));
        assertThat(came("other").delay()).isLessThanOrEqualTo(Duration.ofSeconds(2));
    }

    @Test
    @DisplayName("kinds without end are not all remembered, but those that keep coming are")
    void bounded() {
        came("often");
        for (int count = 0; count < 3 * UnservedKinds.REMEMBERED; count++) {
            came("kind-" + count);
            assertThat(came("often").isNew()).isFalse();
        }
        assertThat(kinds.remembered()).isEqualTo(UnservedKinds.REMEMBERED);
        assertThat(came("kind-0").isNew()).isTrue();
    }
}
