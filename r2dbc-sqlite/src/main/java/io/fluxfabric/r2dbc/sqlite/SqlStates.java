package io.fluxfabric.r2dbc.sqlite;

import java.util.Map;

/**
 * The SQLSTATE of each SQLite result code: the exact extended code first, then its primary code. SQLite has none
 * itself.
 */
final class SqlStates {
    private static final int PRIMARY = 0xFF;
    private static final String GENERAL = "HY000";

    private static final Map<Integer, String> STATES = Map.ofEntries(
            Map.entry(1, "42000"), // ERROR: syntax, no such table, malformed JSON
            Map.entry(3, "42501"), // PERM
            Map.entry(4, "40000"), // ABORT
            Map.entry(5, "55P03"), // BUSY
            Map.entry(517, "40001"), // BUSY_SNAPSHOT: only a new transaction can help
            Map.entry(6, "55P03"), // LOCKED
            Map.entry(7, "53200"), // NOMEM
            Map.entry(8, "25006"), // READONLY
            Map.entry(9, "57014"), // INTERRUPT
            Map.entry(10, "58030"), // IOERR
            Map.entry(11, "XX001"), // CORRUPT
            Map.entry(13, "53100"), // FULL
            Map.entry(14, "08001"), // CANTOPEN
            Map.entry(18, "54000"), // TOOBIG
            Map.entry(19, "23000"), // CONSTRAINT
            Map.entry(275, "23514"), // CONSTRAINT_CHECK
            Map.entry(787, "23503"), // CONSTRAINT_FOREIGNKEY
            Map.entry(1299, "23502"), // CONSTRAINT_NOTNULL
            Map.entry(1555, "23505"), // CONSTRAINT_PRIMARYKEY
            Map.entry(2067, "23505"), // CONSTRAINT_UNIQUE
            Map.entry(2579, "23505"), // CONSTRAINT_ROWID
            Map.entry(20, "42804"), // MISMATCH
            Map.entry(23, "42501"), // AUTH
            Map.entry(25, "07009"), // RANGE
            Map.entry(26, "08001")); // NOTADB

    private SqlStates() {}

    static String of(int code) {
        String exact = STATES.get(code);
        return exact == null ? STATES.getOrDefault(code & PRIMARY, GENERAL) : exact;
    }
}
