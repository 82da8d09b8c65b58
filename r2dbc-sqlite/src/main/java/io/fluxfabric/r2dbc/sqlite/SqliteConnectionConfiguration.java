package io.fluxfabric.r2dbc.sqlite;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How a factory opens its connections. An immutable value, made by {@link #builder()}. */
public final class SqliteConnectionConfiguration {
    /** Where SQLite keeps what a transaction has not yet settled. */
    public enum JournalMode {
        /** Readers and the writer do not block each other. */
        WAL,
        DELETE,
        TRUNCATE,
        PERSIST,
        MEMORY,
        OFF
    }

    /** When SQLite waits for the disk. */
    public enum Synchronous {
        OFF,
        /** In WAL mode a power failure can undo the last transactions, a crash of the process cannot. */
        NORMAL,
        /** A committed transaction survives a power failure. */
        FULL,
        EXTRA
    }

    /** What to do with the file. */
    public enum OpenMode {
        /** Create the file if there is none. */
        CREATE,
        /** Refuse to create it. */
        READ_WRITE,
        /** Open it for reading only; it must exist. */
        READ_ONLY
    }

    /** How a UUID is stored. Both are understood when it is read. */
    public enum UuidFormat {
        TEXT,
        BLOB
    }

    private final Location location;
    private final Duration busyTimeout;
    private final Duration statementTimeout;
    private final JournalMode journalMode;
    private final Synchronous synchronous;
    private final OpenMode openMode;
    private final UuidFormat uuidFormat;
    private final boolean foreignKeys;
    private final boolean readOnly;
    private final @Nullable Integer cacheSize;
    private final int statementCacheSize;

    private SqliteConnectionConfiguration(Builder builder, Location location) {
        this.location = location;
        this.busyTimeout = builder.busyTimeout;
        this.statementTimeout = builder.statementTimeout;
        this.journalMode = builder.journalMode;
        this.synchronous = builder.synchronous;
        this.openMode = builder.openMode;
        this.uuidFormat = builder.uuidFormat;
        this.foreignKeys = builder.foreignKeys;
        this.readOnly = builder.readOnly;
        this.cacheSize = builder.cacheSize;
        this.statementCacheSize = builder.statementCacheSize;
    }

    public static Builder builder() {
        return new Builder();
    }

    Location location() {
        return location;
    }

    Duration busyTimeout() {
        return busyTimeout;
    }

    /** Zero for none. */
    Duration statementTimeout() {
        return statementTimeout;
    }

    JournalMode journalMode() {
        return journalMode;
    }

    Synchronous synchronous() {
        return synchronous;
    }

    OpenMode openMode() {
        return openMode;
    }

    UuidFormat uuidFormat() {
        return uuidFormat;
    }

    boolean foreignKeys() {
        return foreignKeys;
    }

    boolean readOnly() {
        return readOnly;
    }

    Optional<Integer> cacheSize() {
        return Optional.ofNullable(cacheSize);
    }

    int statementCacheSize() {
        return statementCacheSize;
    }

    @Override
    public String toString() {
        return "SqliteConnectionConfiguration{" + location.label() + ", journalMode=" + journalMode + ", synchronous="
                + synchronous + ", busyTimeout=" + busyTimeout + ", openMode=" + openMode + ", readOnly=" + readOnly
                + '}';
    }

    /** Collects the settings; all but the place of the database have defaults. */
    public static final class Builder {
        private @Nullable Location location;
        private Duration busyTimeout = Duration.ofSeconds(5);
        private Duration statementTimeout = Duration.ZERO;
        private JournalMode journalMode = JournalMode.WAL;
        private Synchronous synchronous = Synchronous.NORMAL;
        private OpenMode openMode = OpenMode.CREATE;
        private UuidFormat uuidFormat = UuidFormat.TEXT;
        private boolean foreignKeys = true;
        private boolean readOnly;
        private @Nullable Integer cacheSize;
        private int statementCacheSize = 256;

        private Builder() {}

        /** A database in a file. */
        public Builder file(Path file) {
            location = Location.file(file);
            return this;
        }

        /** A database in memory for each connection. */
        public Builder memory() {
            location = Location.memory();
            return this;
        }

        /** A database in memory that all connections of this process to this name share. */
        public Builder sharedMemory(String name) {
            location = Location.sharedMemory(name);
            return this;
        }

        /** How long to wait for a lock that another connection holds; zero to not wait. Default 5 s. */
        public Builder busyTimeout(Duration timeout) {
            busyTimeout = notNegative(timeout, "busyTimeout");
            return this;
        }

        /** How long a statement may run; zero, the default, for as long as it takes. */
        public Builder statementTimeout(Duration timeout) {
            statementTimeout = notNegative(timeout, "statementTimeout");
            return this;
        }

        /** Default WAL. Databases in memory have no choice and ignore it. */
        public Builder journalMode(JournalMode mode) {
            journalMode = mode;
            return this;
        }

        /** Default NORMAL. */
        public Builder synchronous(Synchronous mode) {
            synchronous = mode;
            return this;
        }

        /** Default CREATE. */
        public Builder openMode(OpenMode mode) {
            openMode = mode;
            return this;
        }

        /** Default TEXT. */
        public Builder uuidFormat(UuidFormat format) {
            uuidFormat = format;
            return this;
        }

        /** Whether foreign keys are enforced. Default true. */
        public Builder foreignKeys(boolean enforced) {
            foreignKeys = enforced;
            return this;
        }

        /** Whether connections refuse every change. Default false. */
        public Builder readOnly(boolean refuseChanges) {
            readOnly = refuseChanges;
            return this;
        }

        /** Page cache of a connection: pages if positive, KiB if negative. Default is SQLite's. */
        public Builder cacheSize(int pagesOrKib) {
            cacheSize = pagesOrKib;
            return this;
        }

        /** Compiled statements kept by a connection. Default 256. */
        public Builder statementCacheSize(int statements) {
            if (statements < 0) {
                throw new IllegalArgumentException("statementCacheSize must not be negative");
            }
            statementCacheSize = statements;
            return this;
        }

        /**
         * The configuration.
         *
         * @throws IllegalArgumentException if nothing says where the database is
         */
        public SqliteConnectionConfiguration build() {
            if (location == null) {
                throw new IllegalArgumentException("A database is needed: file, memory or sharedMemory");
            }
            return new SqliteConnectionConfiguration(this, location);
        }

        private static Duration notNegative(Duration duration, String name) {
            if (duration.isNegative()) {
                throw new IllegalArgumentException(name + " must not be negative");
            }
            return duration;
        }
    }
}
