package io.fluxfabric.engine.id;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TimeOrderedUuidsTest {
    private static final long NOW = 1_900_000_000_000L;

    private final AtomicLong clock = new AtomicLong(NOW);
    private final TimeOrderedUuids uuids = new TimeOrderedUuids(clock::get);

    @Test
    @DisplayName("a UUID carries version 7, the variant of RFC 9562 and the millisecond")
    void layout() {
        UUID uuid = uuids.next();

        assertThat(uuid.version()).isEqualTo(7);
        assertThat(uuid.variant()).isEqualTo(2);
        assertThat(millisOf(uuid)).isEqualTo(NOW);
    }

    @Test
    @DisplayName("within one millisecond each is greater than the one before, beyond the 4096 of the counter too")
    void ordersWithinAMillisecond() {
        List<UUID> made = take(10_000);

        assertThat(made).isSorted().doesNotHaveDuplicates();
        assertThat(millisOf(made.get(9_999))).isBetween(NOW + 1, NOW + 3);
    }

    @Test
    @DisplayName("when the clock steps back the order holds, and the time does not run away")
    void clockStepsBack() {
        UUID before = uuids.next();
        clock.addAndGet(-60_000);
        UUID after = uuids.next();

        assertThat(after).isGreaterThan(before);
        assertThat(millisOf(after)).isEqualTo(NOW);
    }

    @Test
    @DisplayName("after a pause the time is that of the clock again")
    void followsTheClock() {
        take(10_000);
        clock.addAndGet(1_000);

        assertThat(millisOf(uuids.next())).isEqualTo(NOW + 1_000);
    }

    @Test
    @DisplayName("many threads never get the same one")
    void concurrent() {
        List<UUID> made = IntStream.range(0, 50_000)
                .parallel()
                .mapToObj(n -> uuids.next())
                .collect(Collectors.toList());

        assertThat(made).doesNotHaveDuplicates();
        assertThat(made.stream().map(UUID::getMostSignificantBits).distinct()).hasSize(50_000);
    }

    private List<UUID> take(int count) {
        List<UUID> made = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            made.add(uuids.next());
        }
        return made;
    }

    private static long millisOf(UUID uuid) {
        return uuid.getMostSignificantBits() >>> 16;
    }
}
