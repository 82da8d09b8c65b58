package io.fluxfabric.r2dbc.sqlite;

import java.util.BitSet;
import java.util.Map;

/**
 * One statement of a text: what it is, as far as a look at its words can tell, and where it takes values.
 *
 * @param text the statement without surrounding space, comments and semicolon
 * @param parameterCount the highest parameter number
 * @param parameters the parameter numbers that occur, from zero
 * @param names each named parameter, with and without its prefix, and its number from zero
 */
record SqlCommand(
        String text, Kind kind, boolean returning, int parameterCount, BitSet parameters, Map<String, Integer> names) {

    enum Kind {
        /** Changes nothing: it may run late, run again, or be interrupted. */
        READ,
        /** Changes rows. */
        WRITE,
        /** Changes the schema. */
        SCHEMA,
        /** Begins or ends a transaction or a savepoint. */
        TRANSACTION,
        /** PRAGMA, ATTACH, VACUUM and the like, most of which SQLite refuses inside a transaction. */
        SETTING
    }

    /** The command with a RETURNING clause. */
    SqlCommand returning(String columns) {
        return new SqlCommand(text + " RETURNING " + columns, kind, true, parameterCount, parameters, names);
    }
}
