package io.fluxfabric.r2dbc.sqlite;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteOpenMode;
import org.sqlite.jdbc4.JDBC4Connection;

/** Opens a database as configured; blocks. */
final class DatabaseOpener {
    private final SqliteConnectionConfiguration configuration;
    private final SqliteErrors errors;

    DatabaseOpener(SqliteConnectionConfiguration configuration) {
        this.configuration = configuration;
        this.errors = new SqliteErrors(configuration.location().label());
    }

    NativeDatabase open() {
        JDBC4Connection handle = openHandle();
        try {
            NativeDatabase database =
                    new NativeDatabase(handle, errors, configuration.busyTimeout(), configuration.statementCacheSize());
            configure(database);
            return database;
        } catch (SQLException failure) {
            closeQuietly(handle);
            throw errors.ofOpening(failure, "");
        } catch (RuntimeException failure) {
            closeQuietly(handle);
            throw failure;
        }
    }

    private JDBC4Connection openHandle() {
        String name = configuration.location().name();
        try {
            return new JDBC4Connection("jdbc:sqlite:" + name, name, properties());
        } catch (SQLException failure) {
            throw errors.ofOpening(failure, hint(configuration.location().path()));
        }
    }

    private Properties properties() {
        SQLiteConfig config = new SQLiteConfig();
        switch (configuration.openMode()) {
            case CREATE -> config.setOpenMode(SQLiteOpenMode.CREATE);
            case READ_WRITE -> config.resetOpenMode(SQLiteOpenMode.CREATE);
            case READ_ONLY -> config.setReadOnly(true);
        }
        return config.toProperties();
    }

    private void configure(NativeDatabase database) {
        boolean file = configuration.location().isFile();
        if (file && configuration.openMode() != SqliteConnectionConfiguration.OpenMode.READ_ONLY) {
            database.run("PRAGMA journal_mode = " + configuration.journalMode());
        }
        database.run("PRAGMA synchronous = " + configuration.synchronous());
        database.run("PRAGMA foreign_keys = " + (configuration.foreignKeys() ? 1 : 0));
        configuration.cacheSize().ifPresent(size -> database.run("PRAGMA cache_size = " + size));
        // The first thing that reads the file, so what is not a database is refused here and not at the first
        // statement.
        database.run("PRAGMA schema_version");
        if (configuration.readOnly()) {
            database.run("PRAGMA query_only = 1");
        }
    }

    /** SQLite says only that it could not open the file. */
    private static String hint(@Nullable Path path) {
        if (path == null) {
            return "";
        }
        if (Files.isDirectory(path)) {
            return ", which is a directory";
        }
        Path parent = path.getParent();
        if (parent != null && !Files.isDirectory(parent)) {
            return ", whose folder does not exist";
        }
        return Files.exists(path) ? "" : ", which does not exist";
    }

    private static void closeQuietly(JDBC4Connection handle) {
        try {
            handle.close();
        } catch (SQLException ignored) {
            // The reason why it could not be opened is already on its way to the caller.
            return;
        }
    }
}
