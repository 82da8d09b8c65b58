package io.fluxfabric.engine.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fluxfabric.engine.error.ConfigurationException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionCountTest {

    @Test
    @DisplayName("the CRC gives the published check value of XMODEM")
    void checkValue() {
        assertThat(Crc16.of("123456789".getBytes(StandardCharsets.US_ASCII))).isEqualTo(0x31C3);
        assertThat(Crc16.of(new byte[0])).isZero();
    }

    @Test
    @DisplayName("a UUID is hashed by its 16 bytes, the first one first")
    void hashesRawBytes() {
        UUID uuid = UUID.fromString("00010203-0405-0607-0809-0a0b0c0d0e0f");
        byte[] bytes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

        assertThat(PartitionCount.of(65536).partitionOf(uuid)).isEqualTo(Crc16.of(bytes));
        assertThat(PartitionCount.of(256).partitionOf(uuid)).isEqualTo(Crc16.of(bytes) % 256);
        assertThat(PartitionCount.of(1).partitionOf(uuid)).isZero();
    }

    @Test
    @DisplayName("a solo execution takes its partition from itself, a member from its flow")
    void colocation() {
        UUID flow = UUID.fromString("00000000-0000-4000-8000-00000000000f");
        UUID one = UUID.fromString("00000000-0000-7000-8000-000000000001");
        UUID two = UUID.fromString("00000000-0000-7000-8000-000000000002");
        PartitionCount partitions = PartitionCount.DEFAULT;

        assertThat(partitions.memberId(flow, one).partition())
                .isEqualTo(partitions.memberId(flow, two).partition())
                .isEqualTo(partitions.partitionOf(flow));
        assertThat(partitions.soloId(one).partition()).isEqualTo(partitions.partitionOf(one));
        assertThat(partitions.soloId(one).partition())
                .isNotEqualTo(partitions.soloId(two).partition());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 65537})
    @DisplayName("no partition at all, or more than 16 bits can name, is a bad setting")
    void range(int count) {
        assertThatThrownBy(() -> PartitionCount.of(count))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("partitions must be between 1 and 65536, but are " + count);
    }

    @Test
    @DisplayName("an id of a partition that does not exist is recognised")
    void contains() {
        UUID uuid = new UUID(0, 0);
        assertThat(PartitionCount.of(8).contains(ExecutionId.of(7, uuid))).isTrue();
        assertThat(PartitionCount.of(8).contains(ExecutionId.of(8, uuid))).isFalse();
    }
}
