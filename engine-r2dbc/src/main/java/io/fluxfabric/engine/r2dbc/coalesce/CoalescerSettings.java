package io.fluxfabric.engine.r2dbc.coalesce;

import io.fluxfabric.engine.error.ConfigurationException;

/**
 * How calls are gathered into statements.
 *
 * @param inFlight how many statements of one verb may be on their way at once; what arrives meanwhile is the next batch
 * @param maxBatch how many calls one statement may carry; 1 switches gathering off
 * @param capacity how many calls may wait
 * @param overload what happens to a call that finds no room
 */
public record CoalescerSettings(int inFlight, int maxBatch, int capacity, Overload overload) {

    /** What happens to a call that finds the queue full. */
    public enum Overload {
        /** It fails at once with {@code ResourceExhaustedException}. */
        FAIL,
        /** It waits with the others, however many there are. */
        WAIT
    }

    public CoalescerSettings {
        require("coalescing.inFlight", inFlight);
        require("coalescing.maxBatch", maxBatch);
        require("coalescing.capacity", capacity);
    }

    private static void require(String setting, int value) {
        if (value < 1) {
            throw new ConfigurationException(setting, setting + " must be at least 1, but is " + value);
        }
    }

    /** Two statements in flight, 500 calls each, and room for 200,000. */
    public static CoalescerSettings defaults() {
        return new CoalescerSettings(2, 500, 200_000, Overload.FAIL);
    }

    /** A statement per call. */
    public static CoalescerSettings off() {
        return new CoalescerSettings(64, 1, 200_000, Overload.FAIL);
    }

    public CoalescerSettings inFlight(int statements) {
        return new CoalescerSettings(statements, maxBatch, capacity, overload);
    }

    public CoalescerSettings maxBatch(int calls) {
        return new CoalescerSettings(inFlight, calls, capacity, overload);
    }

    public CoalescerSettings capacity(int calls, Overload whenFull) {
        return new CoalescerSettings(inFlight, maxBatch, calls, whenFull);
    }
}
