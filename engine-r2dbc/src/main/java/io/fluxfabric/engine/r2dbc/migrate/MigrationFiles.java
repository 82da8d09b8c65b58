package io.fluxfabric.engine.r2dbc.migrate;

import io.fluxfabric.engine.r2dbc.sql.Dialect;
import io.fluxfabric.engine.r2dbc.sql.EngineClock;
import io.fluxfabric.engine.r2dbc.sql.Renderer;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The migrations that ship with the engine, in order. {@code index} names the files; each is taken from the folder of the
 * dialect when it is there, and from {@code common} otherwise.
 */
public final class MigrationFiles {

    private static final String HOME = "/io/fluxfabric/engine/migrations/";
    private static final Pattern NAME = Pattern.compile("V(\\d{3})__[a-z0-9_]+\\.sql");

    private final String home;
    private final Renderer renderer;
    private final String dialect;

    public MigrationFiles(Dialect dialect) {
        this(HOME, dialect);
    }

    MigrationFiles(String home, Dialect dialect) {
        this.home = home;
        this.dialect = dialect.name();
        // Migrations read no clock; a bound one would put a parameter into DDL, which takes none.
        this.renderer = new Renderer(dialect, EngineClock.database());
    }

    List<Migration> all() {
        return present("index")
                .lines()
                .filter(line -> !line.isBlank())
                .map(this::migration)
                .toList();
    }

    private Migration migration(String file) {
        Matcher name = NAME.matcher(file);
        if (!name.matches()) {
            throw new IllegalStateException("a migration is named V001__what_it_does.sql, but index has " + file);
        }
        String vendor = read(dialect + "/" + file);
        Sql script = Sql.script(vendor != null ? vendor : present("common/" + file));
        return new Migration(Integer.parseInt(name.group(1)), file, script, sha256(renderer.text(script)));
    }

    private String present(String path) {
        String text = read(path);
        if (text == null) {
            throw new IllegalStateException("the migration file " + home + path + " is missing from the jar");
        }
        return text;
    }

    private @Nullable String read(String path) {
        try (InputStream in = MigrationFiles.class.getResourceAsStream(home + path)) {
            return in == null ? null : new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    private static String sha256(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException error) {
            throw new IllegalStateException("every JDK has SHA-256", error);
        }
    }
}
