package io.fluxfabric.engine.id;

import io.fluxfabric.engine.error.ConfigurationException;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * Into how many partitions a database is divided; fixed when it is prepared.
 *
 * <p>A solo execution takes its partition from its own UUID, so that one busy lane spreads over all of them; the members of
 * a flow take it from the flow, so that they are stored together.
 */
public record PartitionCount(int value) {
    /** A partition index has 16 bits. */
    public static final int MAX = 1 << 16;

    public static final PartitionCount DEFAULT = new PartitionCount(256);

    public PartitionCount {
        if (value < 1 || value > MAX) {
            throw new ConfigurationException(
                    "partitions", "partitions must be between 1 and " + MAX + ", but are " + value);
        }
    }

    public static PartitionCount of(int value) {
        return new PartitionCount(value);
    }

    /** The id of an execution outside of any flow. */
    public ExecutionId soloId(UUID uuid) {
        return ExecutionId.of(partitionOf(uuid), uuid);
    }

    /** The id of an execution inside of a flow. */
    public ExecutionId memberId(UUID flow, UUID uuid) {
        return ExecutionId.of(partitionOf(flow), uuid);
    }

    /** The partition of a UUID: the CRC of its 16 bytes, modulo the count. */
    public int partitionOf(UUID uuid) {
        ByteBuffer bytes =
                ByteBuffer.allocate(16).putLong(uuid.getMostSignificantBits()).putLong(uuid.getLeastSignificantBits());
        return Crc16.of(bytes.array()) % value;
    }

    /** Whether the partition of an id exists here. */
    public boolean contains(ExecutionId id) {
        return id.partition() < value;
    }
}
