package io.fluxfabric.r2dbc.sqlite;

import static io.r2dbc.spi.ConnectionFactoryOptions.DATABASE;
import static io.r2dbc.spi.ConnectionFactoryOptions.HOST;
import static io.r2dbc.spi.ConnectionFactoryOptions.LOCK_WAIT_TIMEOUT;
import static io.r2dbc.spi.ConnectionFactoryOptions.PROTOCOL;
import static io.r2dbc.spi.ConnectionFactoryOptions.STATEMENT_TIMEOUT;

import io.fluxfabric.r2dbc.sqlite.SqliteConnectionConfiguration.JournalMode;
import io.fluxfabric.r2dbc.sqlite.SqliteConnectionConfiguration.OpenMode;
import io.fluxfabric.r2dbc.sqlite.SqliteConnectionConfiguration.Synchronous;
import io.fluxfabric.r2dbc.sqlite.SqliteConnectionConfiguration.UuidFormat;
import io.r2dbc.spi.ConnectionFactoryOptions;
import io.r2dbc.spi.Option;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads a configuration from R2DBC options. Options of others, such as a pool's, are passed over. */
final class OptionReader {
    private static final String MEMORY = ":memory:";

    private final ConnectionFactoryOptions options;
    private final SqliteConnectionConfiguration.Builder builder = SqliteConnectionConfiguration.builder();

    OptionReader(ConnectionFactoryOptions options) {
        this.options = options;
    }

    /** @throws IllegalArgumentException naming the option that cannot be understood */
    SqliteConnectionConfiguration configuration() {
        location();
        read(LOCK_WAIT_TIMEOUT, OptionReader::duration, builder::busyTimeout);
        read(SqliteConnectionFactoryProvider.BUSY_TIMEOUT, OptionReader::duration, builder::busyTimeout);
        read(STATEMENT_TIMEOUT, OptionReader::duration, builder::statementTimeout);
        read(SqliteConnectionFactoryProvider.JOURNAL_MODE, oneOf(JournalMode.class), builder::journalMode);
        read(SqliteConnectionFactoryProvider.SYNCHRONOUS, oneOf(Synchronous.class), builder::synchronous);
        read(SqliteConnectionFactoryProvider.OPEN_MODE, oneOf(OpenMode.class), builder::openMode);
        read(SqliteConnectionFactoryProvider.UUID_FORMAT, oneOf(UuidFormat.class), builder::uuidFormat);
        read(SqliteConnectionFactoryProvider.FOREIGN_KEYS, OptionReader::flag, builder::foreignKeys);
        read(SqliteConnectionFactoryProvider.READ_ONLY, OptionReader::flag, builder::readOnly);
        read(SqliteConnectionFactoryProvider.CACHE_SIZE, Integer::valueOf, builder::cacheSize);
        read(SqliteConnectionFactoryProvider.STATEMENT_CACHE_SIZE, Integer::valueOf, builder::statementCacheSize);
        return builder.build();
    }

    private void location() {
        String host = text(HOST);
        if (host != null) {
            throw new IllegalArgumentException("SQLite has no host, but the URL names \"" + host
                    + "\": write r2dbc:sqlite:///file.db for a relative path, r2dbc:sqlite:////folder/file.db for an"
                    + " absolute one");
        }
        String protocol = text(PROTOCOL);
        String database = text(DATABASE);
        if ("memory".equals(protocol) || ":memory".equals(protocol)) {
            memory(database);
        } else if (protocol != null && !protocol.isEmpty() && !protocol.equals("file")) {
            throw new IllegalArgumentException(
                    "Unknown kind of SQLite database \"" + protocol + "\": use file or memory");
        } else if (MEMORY.equals(database)) {
            builder.memory();
        } else if (database != null && !database.isBlank()) {
            builder.file(Path.of(database));
        }
    }

    private void memory(@Nullable String name) {
        if (name == null || name.isBlank()) {
            builder.memory();
        } else {
            builder.sharedMemory(name);
        }
    }

    private <T> void read(Option<?> option, Function<String, T> parser, Consumer<T> setter) {
        String value = text(option);
        if (value == null) {
            return;
        }
        try {
            setter.accept(parser.apply(value));
        } catch (IllegalArgumentException | DateTimeParseException mistake) {
            throw new IllegalArgumentException("Option " + option.name() + " cannot be \"" + value + '"', mistake);
        }
    }

    private @Nullable String text(Option<?> option) {
        Object value = options.getValue(option);
        return value == null ? null : value.toString();
    }

    /** An ISO-8601 duration, or a number of milliseconds. */
    private static Duration duration(String text) {
        return text.chars().allMatch(Character::isDigit)
                ? Duration.ofMillis(Long.parseLong(text))
                : Duration.parse(text);
    }

    private static boolean flag(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "on", "1" -> true;
            case "false", "off", "0" -> false;
            default -> throw new IllegalArgumentException("neither true nor false");
        };
    }

    private static <E extends Enum<E>> Function<String, E> oneOf(Class<E> type) {
        return text -> Enum.valueOf(type, text.toUpperCase(Locale.ROOT));
    }
}
