package io.fluxfabric.r2dbc.sqlite;

import io.r2dbc.spi.R2dbcBadGrammarException;
import io.r2dbc.spi.R2dbcDataIntegrityViolationException;
import io.r2dbc.spi.R2dbcException;
import io.r2dbc.spi.R2dbcNonTransientResourceException;
import io.r2dbc.spi.R2dbcPermissionDeniedException;
import io.r2dbc.spi.R2dbcTimeoutException;
import io.r2dbc.spi.R2dbcTransientResourceException;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * Sorts SQLite's result codes into the R2DBC exceptions. Each carries the extended result code, a fixed SQLSTATE, and
 * the SQL; the message names the database and the statement, never a bound value.
 */
final class SqliteErrors {
    private static final int ERROR = 1;
    private static final int PERM = 3;
    private static final int BUSY = 5;
    private static final int LOCKED = 6;
    private static final int READONLY = 8;
    private static final int INTERRUPT = 9;
    private static final int CANTOPEN = 14;
    private static final int TOOBIG = 18;
    private static final int CONSTRAINT = 19;
    private static final int MISMATCH = 20;
    private static final int AUTH = 23;
    private static final int RANGE = 25;
    private static final int PRIMARY = 0xFF;

    /** How sqlite-jdbc words a code that it has no name for. */
    private static final Pattern UNNAMED_CODE = Pattern.compile("UNKNOWN_ERROR[^:]*:(\\d+)");

    private final String database;

    SqliteErrors(String database) {
        this.database = database;
    }

    /** The statement could not be compiled: an error without a code of its own is then one of grammar. */
    R2dbcException ofCompiling(SQLException failure, String sql) {
        int code = code(failure);
        String message = message(failure, sql);
        return code == ERROR
                ? new R2dbcBadGrammarException(message, SqlStates.of(code), code, sql, failure)
                : exception(message, code, sql, failure);
    }

    /** The statement was compiled, and failed when it ran. */
    R2dbcException ofRun(SQLException failure, String sql, boolean timedOut) {
        int code = code(failure);
        String message = message(failure, sql);
        boolean stopped = (code & PRIMARY) == INTERRUPT || (code & PRIMARY) == BUSY;
        return timedOut && stopped
                ? new R2dbcTimeoutException(
                        "Statement timeout: " + message, SqlStates.of(INTERRUPT), code, sql, failure)
                : exception(message, code, sql, failure);
    }

    /** The database could not be opened. */
    R2dbcException ofOpening(SQLException failure, String hint) {
        int code = code(failure);
        String message = failure.getMessage() + " [database: " + database + hint + "]";
        return exception(message, code, null, failure);
    }

    R2dbcException closed(@Nullable String sql) {
        return new R2dbcNonTransientResourceException(
                "The connection is closed [database: " + database + "]", "08003", 0, sql, null);
    }

    R2dbcException refused(String reason) {
        return new R2dbcNonTransientResourceException(
                reason + " [database: " + database + "]", SqlStates.of(CANTOPEN), CANTOPEN);
    }

    static boolean isInterrupt(R2dbcException failure) {
        return (failure.getErrorCode() & PRIMARY) == INTERRUPT;
    }

    private String message(SQLException failure, String sql) {
        return failure.getMessage() + " [database: " + database + "] [SQL: " + sql + "]";
    }

    private static R2dbcException exception(String message, int code, @Nullable String sql, SQLException cause) {
        String state = SqlStates.of(code);
        return switch (code & PRIMARY) {
            case BUSY, LOCKED, INTERRUPT -> new R2dbcTransientResourceException(message, state, code, sql, cause);
            case CONSTRAINT, MISMATCH, TOOBIG ->
                new R2dbcDataIntegrityViolationException(message, state, code, sql, cause);
            case READONLY, PERM, AUTH -> new R2dbcPermissionDeniedException(message, state, code, sql, cause);
            case RANGE -> new R2dbcBadGrammarException(message, state, code, sql, cause);
            default -> new R2dbcNonTransientResourceException(message, state, code, sql, cause);
        };
    }

    private static int code(SQLException failure) {
        if (!(failure instanceof SQLiteException known)) {
            return failure.getErrorCode();
        }
        SQLiteErrorCode code = known.getResultCode();
        if (code != SQLiteErrorCode.UNKNOWN_ERROR) {
            return code.code;
        }
        Matcher unnamed = UNNAMED_CODE.matcher(String.valueOf(failure.getMessage()));
        return unnamed.find() ? Integer.parseInt(unnamed.group(1)) : failure.getErrorCode();
    }
}
