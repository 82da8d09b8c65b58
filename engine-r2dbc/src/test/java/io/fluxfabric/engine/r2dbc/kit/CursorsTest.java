package io.fluxfabric.engine.r2dbc.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fluxfabric.engine.error.ValidationException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CursorsTest {

    private static final int BYTES = 16;

    private final Cursors cursors = Cursors.of("question");
    private final String cursor =
            cursors.write(ByteBuffer.allocate(BYTES).putLong(42).putLong(-1).array());

    @Test
    @DisplayName("a place comes back as it was")
    void roundTrip() {
        ByteBuffer place = cursors.read(cursor, BYTES);
        assertThat(place.getLong()).isEqualTo(42);
        assertThat(place.getLong()).isEqualTo(-1);
        assertThat(place.hasRemaining()).isFalse();
    }

    @Test
    @DisplayName("a place of any length comes back as it was, and a text too short for one is refused")
    void anyLength() {
        for (int length : new int[] {0, 1, 300}) {
            byte[] place = new byte[length];
            assertThat(cursors.read(cursors.write(place)).array()).isEqualTo(place);
        }
        for (String bad : new String[] {"", "AAAA", cursor.substring(1), cursor + "A", "nonsense!"}) {
            assertThatThrownBy(() -> cursors.read(bad)).isInstanceOf(ValidationException.class);
        }
    }

    @Test
    @DisplayName("any changed character is refused")
    void damaged() {
        for (int at = 0; at < cursor.length(); at++) {
            char other = cursor.charAt(at) == 'A' ? 'B' : 'A';
            refused(cursors, cursor.substring(0, at) + other + cursor.substring(at + 1), BYTES);
        }
    }

    @Test
    @DisplayName("a cursor of another question or of another size is refused")
    void foreign() {
        refused(Cursors.of("other question"), cursor, BYTES);
        refused(cursors, cursor, BYTES - 1);
        refused(cursors, cursor, BYTES + 1);
    }

    private static void refused(Cursors cursors, String cursor, int bytes) {
        assertThatThrownBy(() -> cursors.read(cursor, bytes))
                .isInstanceOfSatisfying(
                        ValidationException.class,
                        refused -> assertThat(refused.field()).isEqualTo("after"));
    }
}
