package io.fluxfabric.r2dbc.sqlite;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConnection;
import org.sqlite.core.CoreStatement;
import org.sqlite.core.DB;
import org.sqlite.core.SafeStmtPtr.SafePtrFunction;
import org.sqlite.jdbc4.JDBC4PreparedStatement;

/**
 * A compiled statement, used on the connection's thread only.
 *
 * <p>It goes under the JDBC layer to the statement handle: one call binds all values and takes the first step, a row
 * costs one lock, and the result codes arrive unshortened.
 */
final class NativeStatement {
    private static final byte[] NO_BYTES = {};

    private final String sql;
    private final JDBC4PreparedStatement compiled;
    private final SafePtrFunction<@Nullable Object[], SQLException> readRow = this::readRow;
    private SqliteRowMetadata metadata = SqliteRowMetadata.EMPTY;
    private boolean bound;

    NativeStatement(SQLiteConnection connection, String sql) throws SQLException {
        this.sql = sql;
        this.compiled = new JDBC4PreparedStatement(connection, sql);
    }

    String sql() {
        return sql;
    }

    /** Binds the values and takes the first step. True when there is a row to read. */
    boolean start(@Nullable Object[] values) throws SQLException {
        bound = values.length > 0;
        return database().execute(handle(), values);
    }

    /** Goes to the next row. False when there is none. */
    boolean step() throws SQLException {
        int code = handle().pointer.safeRunInt(DB::step);
        if (code == DB.SQLITE_ROW) {
            return true;
        }
        if (code != DB.SQLITE_DONE) {
            database().throwex(code);
        }
        return false;
    }

    /** The values of the current row as SQLite stores them: Long, Double, String, byte[] or null. */
    @Nullable
    Object[] row() throws SQLException {
        return handle().pointer.safeRun(readRow);
    }

    /**
     * The columns of the statement as it stands: another connection may have changed the schema since the last start.
     */
    SqliteRowMetadata metadata() throws SQLException {
        String[] names = handle().pointer.safeRun(DB::column_names);
        if (!metadata.hasNames(names)) {
            String[] declaredTypes = new String[names.length];
            for (int column = 0; column < names.length; column++) {
                declaredTypes[column] = declaredType(column);
            }
            metadata = SqliteRowMetadata.of(names, declaredTypes);
        }
        return metadata;
    }

    /**
     * Ends the current run: open cursor, read lock and bound values are let go. False when the handle is no longer
     * usable.
     */
    boolean reset() {
        try {
            if (handle().pointer.isClosed()) {
                return false;
            }
            // The code of a reset repeats the error of the last step, which has been reported already.
            handle().pointer.safeRunInt(DB::reset);
            if (bound) {
                handle().pointer.safeRunInt(DB::clear_bindings);
            }
            return true;
        } catch (SQLException unusable) {
            return false;
        }
    }

    void close() {
        try {
            compiled.close();
        } catch (SQLException alreadyReported) {
            // Finalizing a statement repeats the error of its last step; the handle is freed all the same.
            return;
        }
    }

    private String declaredType(int column) throws SQLException {
        String type = handle().pointer.safeRun((db, pointer) -> db.column_decltype(pointer, column));
        return type == null ? "" : type;
    }

    private @Nullable Object[] readRow(DB db, long pointer) throws SQLException {
        @Nullable Object[] values = new @Nullable Object[db.column_count(pointer)];
        for (int column = 0; column < values.length; column++) {
            values[column] = readColumn(db, pointer, column);
        }
        return values;
    }

    private static @Nullable Object readColumn(DB db, long pointer, int column) throws SQLException {
        return switch (db.column_type(pointer, column)) {
            case DB.SQLITE_INTEGER -> db.column_long(pointer, column);
            case DB.SQLITE_FLOAT -> db.column_double(pointer, column);
            case DB.SQLITE_TEXT -> db.column_text(pointer, column);
            case DB.SQLITE_BLOB -> blob(db.column_blob(pointer, column));
            default -> null;
        };
    }

    /** SQLite has no pointer to an empty blob, so it comes as null. */
    private static byte[] blob(byte @Nullable [] bytes) {
        return bytes == null ? NO_BYTES : bytes;
    }

    private CoreStatement handle() {
        return compiled;
    }

    private DB database() {
        return compiled.getDatabase();
    }
}
