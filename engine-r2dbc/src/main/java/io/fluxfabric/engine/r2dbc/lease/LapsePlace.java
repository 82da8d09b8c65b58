package io.fluxfabric.engine.r2dbc.lease;

import io.fluxfabric.engine.lease.ExpiredLease;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.UUID;

/** Behind which lapsed lease a page begins. */
record LapsePlace(long atMs, UUID id, int partition) {

    static final int BYTES = 3 * Long.BYTES + Integer.BYTES;

    static final LapsePlace FIRST = new LapsePlace(Long.MIN_VALUE, new UUID(0, 0), -1);

    static LapsePlace of(ExpiredLease last) {
        return new LapsePlace(
                last.expiredAt().toEpochMilli(),
                last.executionId().uuid(),
                last.executionId().partition());
    }

    static LapsePlace of(ByteBuffer bytes) {
        return new LapsePlace(bytes.getLong(), new UUID(bytes.getLong(), bytes.getLong()), bytes.getInt());
    }

    /** So much earlier, before all that lapsed then. */
    LapsePlace earlier(Duration distance) {
        return atMs == Long.MIN_VALUE ? this : new LapsePlace(atMs - distance.toMillis(), FIRST.id, FIRST.partition);
    }

    byte[] toBytes() {
        return ByteBuffer.allocate(BYTES)
                .putLong(atMs)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .putInt(partition)
                .array();
    }
}
