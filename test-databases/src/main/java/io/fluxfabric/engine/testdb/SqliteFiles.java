package io.fluxfabric.engine.testdb;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/** A temporary directory of SQLite files, usually one per test class. Closing it deletes them all. */
public final class SqliteFiles implements AutoCloseable {

    private final Path directory;
    private final AtomicInteger files = new AtomicInteger();

    private SqliteFiles(Path directory) {
        this.directory = directory;
    }

    public static SqliteFiles create() {
        try {
            return new SqliteFiles(Files.createTempDirectory("fluxfabric-sqlite"));
        } catch (IOException e) {
            throw new IllegalStateException("no temporary directory for SQLite files", e);
        }
    }

    /** A path at which no file exists yet; SQLite creates it on the first connect. */
    public Path freshFile() {
        return directory.resolve("test-" + files.incrementAndGet() + ".db");
    }

    /** {@code r2dbc:sqlite:///<path>} of a {@link #freshFile()}. */
    public String freshUrl() {
        return url(freshFile());
    }

    /** The R2DBC URL of a file; an absolute path keeps its own slash, so there are four of them on Unix. */
    public static String url(Path file) {
        try {
            String path = "/" + file.toString().replace('\\', '/');
            return "r2dbc:sqlite://" + new URI(null, "", path, null).getRawPath();
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("not a path a URL can hold: " + file, e);
        }
    }

    /** Deletes the files together with their {@code -wal} and {@code -shm} companions. */
    @Override
    public void close() {
        TempFiles.deleteTree(directory);
    }
}
