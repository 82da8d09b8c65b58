package io.fluxfabric.engine.benchmarks.run;

import java.nio.file.Path;

/** Where the repository is; the launcher says so. */
public final class Home {

    private Home() {}

    public static Path directory() {
        return Path.of(System.getProperty("fluxfabric.home", "")).toAbsolutePath();
    }

    /** Where results go unless somebody says otherwise. */
    public static Path results() {
        return directory().resolve("benchmarks").resolve("results");
    }
}
