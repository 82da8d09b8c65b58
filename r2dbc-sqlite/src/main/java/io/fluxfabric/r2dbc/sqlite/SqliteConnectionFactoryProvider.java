package io.fluxfabric.r2dbc.sqlite;

import io.fluxfabric.r2dbc.sqlite.SqliteConnectionConfiguration.JournalMode;
import io.fluxfabric.r2dbc.sqlite.SqliteConnectionConfiguration.OpenMode;
import io.fluxfabric.r2dbc.sqlite.SqliteConnectionConfiguration.Synchronous;
import io.fluxfabric.r2dbc.sqlite.SqliteConnectionConfiguration.UuidFormat;
import io.r2dbc.spi.ConnectionFactoryOptions;
import io.r2dbc.spi.ConnectionFactoryProvider;
import io.r2dbc.spi.Option;
import java.time.Duration;

/** Makes factories for {@code r2dbc:sqlite} URLs. Each option may be given as its type or as text. */
public final class SqliteConnectionFactoryProvider implements ConnectionFactoryProvider {
    public static final String SQLITE_DRIVER = "sqlite";

    public static final Option<Duration> BUSY_TIMEOUT = Option.valueOf("busyTimeout");
    public static final Option<JournalMode> JOURNAL_MODE = Option.valueOf("journalMode");
    public static final Option<Synchronous> SYNCHRONOUS = Option.valueOf("synchronous");
    public static final Option<Boolean> FOREIGN_KEYS = Option.valueOf("foreignKeys");
    public static final Option<Integer> CACHE_SIZE = Option.valueOf("cacheSize");
    public static final Option<Boolean> READ_ONLY = Option.valueOf("readOnly");
    public static final Option<OpenMode> OPEN_MODE = Option.valueOf("openMode");
    public static final Option<UuidFormat> UUID_FORMAT = Option.valueOf("uuidFormat");
    public static final Option<Integer> STATEMENT_CACHE_SIZE = Option.valueOf("statementCacheSize");

    @Override
    public SqliteConnectionFactory create(ConnectionFactoryOptions options) {
        return SqliteConnectionFactory.from(new OptionReader(options).configuration());
    }

    @Override
    public boolean supports(ConnectionFactoryOptions options) {
        return SQLITE_DRIVER.equals(options.getValue(ConnectionFactoryOptions.DRIVER));
    }

    @Override
    public String getDriver() {
        return SQLITE_DRIVER;
    }
}
