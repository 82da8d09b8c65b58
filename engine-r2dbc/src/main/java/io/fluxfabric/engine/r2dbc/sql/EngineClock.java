package io.fluxfabric.engine.r2dbc.sql;

import java.util.function.LongSupplier;

/**
 * Whose time the statements read. In production it is always the database's, read inside the statement, so nodes with
 * skewed clocks agree; tests put a clock of their own in its place, which is then bound as a value.
 */
public sealed interface EngineClock {

    /** The clock of the database server. */
    static EngineClock database() {
        return new Database();
    }

    /** A clock in the hand of a test, as epoch milliseconds. */
    static EngineClock bound(LongSupplier epochMillis) {
        return new Bound(epochMillis);
    }

    /** The database's own clock. */
    record Database() implements EngineClock {}

    /** A clock whose time is bound as a value. */
    record Bound(LongSupplier epochMillis) implements EngineClock {}
}
