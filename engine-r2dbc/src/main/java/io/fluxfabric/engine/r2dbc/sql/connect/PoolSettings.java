package io.fluxfabric.engine.r2dbc.sql.connect;

import io.fluxfabric.engine.error.ConfigurationException;
import java.time.Duration;

/**
 * How many connections the engine keeps, and how long it waits for one.
 *
 * @param size connections for work; on SQLite the number of readers beside the one writer
 * @param reserved further connections that only housekeeping may use: heartbeats, renewals, reconcilers
 * @param maxAcquireTime how long an operation waits for a connection before it fails
 * @param maxValidationTime how long a connection may take to show that it lives. It must be set beside {@code
 *     maxAcquireTime}: without it a dead connection is handed out again and again
 * @param maxIdleTime after which an unused connection is closed
 * @param maxLifeTime after which a connection is replaced, so that a failover or a new password is noticed
 */
public record PoolSettings(
        int size,
        int reserved,
        Duration maxAcquireTime,
        Duration maxValidationTime,
        Duration maxIdleTime,
        Duration maxLifeTime) {

    public PoolSettings {
        requirePositive("pool.size", size);
        requirePositive("pool.reserved", reserved);
        requirePositive("pool.maxAcquireTime", maxAcquireTime);
        requirePositive("pool.maxValidationTime", maxValidationTime);
        requirePositive("pool.maxIdleTime", maxIdleTime);
        requirePositive("pool.maxLifeTime", maxLifeTime);
    }

    /** Eight connections for work and two reserved. */
    public static PoolSettings defaults() {
        return new PoolSettings(
                8, 2, Duration.ofSeconds(10), Duration.ofSeconds(3), Duration.ofMinutes(10), Duration.ofMinutes(30));
    }

    public PoolSettings size(int newSize) {
        return new PoolSettings(newSize, reserved, maxAcquireTime, maxValidationTime, maxIdleTime, maxLifeTime);
    }

    public PoolSettings reserved(int newReserved) {
        return new PoolSettings(size, newReserved, maxAcquireTime, maxValidationTime, maxIdleTime, maxLifeTime);
    }

    public PoolSettings maxAcquireTime(Duration time) {
        return new PoolSettings(size, reserved, time, maxValidationTime, maxIdleTime, maxLifeTime);
    }

    private static void requirePositive(String setting, int value) {
        if (value < 1) {
            throw new ConfigurationException(setting, setting + " must be at least 1, but is " + value);
        }
    }

    private static void requirePositive(String setting, Duration value) {
        if (value.isZero() || value.isNegative()) {
            throw new ConfigurationException(setting, setting + " must be longer than zero, but is " + value);
        }
    }
}
