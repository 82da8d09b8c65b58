package io.fluxfabric.engine.chaos.run;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What can happen to a SQLite file and those who work on it. */
final class SqliteFaults {

    /** Enough for the libraries a worker unpacks, too little for the write-ahead log. */
    private static final int SMALL_FILES = 3_000;

    private static final String BUSY_MILLIS = "30000";
    private static final int BUSY = 5;

    private final Path file;
    private final AtomicReference<@Nullable Connection> lock = new AtomicReference<>();

    private SqliteFaults(Path file) {
        this.file = file;
    }

    static List<Fault> of(Crew crew, Path file) {
        SqliteFaults faults = new SqliteFaults(file);
        List<Fault> all = new ArrayList<>(CrewFaults.of(crew));
        all.add(new Fault("file locked by another", CrewFaults.WHILE, faults::lock, faults::unlock));
        all.add(Fault.certain(
                "disk full for one worker", CrewFaults.WHILE, () -> crew.limitOne(SMALL_FILES), crew::replace));
        all.add(Fault.certain("file read-only for one worker", CrewFaults.WHILE, crew::restrainOne, crew::freeOne));
        return all;
    }

    /** False if others were quicker all the time. */
    private boolean lock() {
        try {
            Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
            lock.set(connection);
            try (Statement statement = connection.createStatement()) {
                statement.execute("PRAGMA busy_timeout = " + BUSY_MILLIS);
                statement.execute("BEGIN IMMEDIATE");
            }
            return true;
        } catch (SQLException e) {
            if (e.getErrorCode() == BUSY) {
                return false;
            }
            throw new IllegalStateException("the file cannot be locked", e);
        }
    }

    private void unlock() {
        Connection held = lock.getAndSet(null);
        try {
            if (held != null) {
                held.close(); // which is also the end of its transaction
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the lock cannot be given back", e);
        }
    }
}
