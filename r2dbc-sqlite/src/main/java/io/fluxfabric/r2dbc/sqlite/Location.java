package io.fluxfabric.r2dbc.sqlite;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where a database is.
 *
 * @param name what SQLite opens
 * @param label what messages call it
 * @param path the file, if it is in one
 * @param shared whether it is in memory and several connections share it
 */
record Location(String name, String label, @Nullable Path path, boolean shared) {

    static Location file(Path file) {
        String absolute = file.toAbsolutePath().normalize().toString();
        return new Location(
                asSqliteName(absolute), absolute, file.toAbsolutePath().normalize(), false);
    }

    static Location memory() {
        return new Location(":memory:", ":memory:", null, false);
    }

    /**
     * SQLite's memdb, not its shared cache: memdb takes locks as a file does and waits for them, while a shared cache
     * answers "table is locked" at once.
     */
    static Location sharedMemory(String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("A shared database in memory needs a name");
        }
        return new Location("file:/" + encoded(name) + "?vfs=memdb", ":memory:" + name, null, true);
    }

    boolean isFile() {
        return path != null;
    }

    /** sqlite-jdbc takes what follows a question mark for settings, unless the name is a URI that hides it. */
    private static String asSqliteName(String path) {
        return path.indexOf('?') < 0 ? path : "file:" + encoded(path).replace("%2F", "/");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
