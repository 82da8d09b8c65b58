package io.fluxfabric.engine.testdb;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A real PostgreSQL from the binaries on the class path: own data directory, own port, loopback only.
 *
 * <p>Port and data directory stay the same over {@code stop}, {@code kill} and {@code start}.
 */
final class EmbeddedServer implements PostgresSource {

    private static final String LOOPBACK = "127.0.0.1";
    private static final String ROLE = "postgres";
    private static final Duration STARTUP = Duration.ofSeconds(60);
    private static final Duration EXIT = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(5);
    private static final int LOG_LINES_SHOWN = 15;

    private final Path home;
    private final Map<String, String> settings;
    private int port;
    private @Nullable EmbeddedPostgres running;

    private EmbeddedServer(Path home, Map<String, String> settings) {
        this.home = home;
        this.settings = settings;
    }

    static EmbeddedServer start(Map<String, String> settings) {
        settings.forEach(EmbeddedServer::requirePlain);
        try {
            EmbeddedServer server = new EmbeddedServer(Files.createTempDirectory("fluxfabric-pg"), settings);
            server.start();
            return server;
        } catch (IOException e) {
            throw unavailable(e, "");
        }
    }

    /** Settings travel through a shell on their way to the server. */
    private static void requirePlain(String name, String value) {
        if (!name.matches("[A-Za-z_.]+") || !value.matches("[A-Za-z0-9_.,:/%+-]*")) {
            throw new IllegalArgumentException("not a plain PostgreSQL setting: " + name + "=" + value);
        }
    }

    @Override
    public synchronized void start() {
        if (running != null) {
            return;
        }
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setDataDirectory(data())
                .setCleanDataDirectory(false)
                .setRegisterShutdownHook(false)
                .setPort(port)
                .setPGStartupWait(STARTUP)
                .setLocaleConfig("locale", "C")
                .setOutputRedirector(Redirect.appendTo(log().toFile()))
                .setServerConfig("listen_addresses", LOOPBACK)
                .setServerConfig("unix_socket_directories", "");
        settings.forEach(builder::setServerConfig);
        try {
            running = builder.start();
            port = running.getPort();
        } catch (IOException | RuntimeException e) {
            String log = endOfLog();
            close();
            throw unavailable(e, log);
        }
    }

    @Override
    public synchronized void stop() {
        if (running == null) {
            return;
        }
        List<ProcessHandle> processes = processes().toList();
        try {
            running.close();
            processes.forEach(EmbeddedServer::awaitExit); // pg_ctl is content once the pid file is gone
        } catch (IOException e) {
            throw new IllegalStateException("could not stop " + address(), e);
        } finally {
            running = null;
        }
    }

    /** SIGKILL for the server and all its children at once: what a power cut looks like to clients. */
    @Override
    public synchronized void kill() {
        List<ProcessHandle> processes = processes().toList();
        processes.forEach(ProcessHandle::destroyForcibly);
        processes.forEach(EmbeddedServer::awaitExit);
        // close() would ask pg_ctl to stop what is gone and report that as an error, so its lock is taken away by hand.
        // The pid file goes too: the next server would take a zombie of that number for a living rival.
        running = null;
        delete(data().resolve("epg-lock"));
        delete(data().resolve("postmaster.pid"));
    }

    /** The server first, then its children. */
    private Stream<ProcessHandle> processes() {
        return pid().stream()
                .mapToObj(ProcessHandle::of)
                .flatMap(server -> server.stream())
                .flatMap(server -> Stream.concat(Stream.of(server), server.descendants()));
    }

    /** Polls, because {@code onExit()} looks at most three times a second at what is not a child of this JVM. */
    private static void awaitExit(ProcessHandle process) {
        long deadline = System.nanoTime() + EXIT.toNanos();
        while (isRunning(process)) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("PostgreSQL process " + process.pid() + " does not end");
            }
            LockSupport.parkNanos(POLL.toNanos());
        }
    }

    /** A zombie that the system has yet to collect counts as ended: it has no command and holds nothing any more. */
    static boolean isRunning(ProcessHandle process) {
        return process.isAlive() && process.info().command().isPresent();
    }

    @Override
    public OptionalLong pid() {
        try (Stream<String> lines = Files.lines(data().resolve("postmaster.pid"))) {
            return lines.limit(1).mapToLong(Long::parseLong).findFirst();
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    @Override
    public synchronized ServerAddress address() {
        return new ServerAddress(LOOPBACK, port, ROLE, ROLE, ROLE);
    }

    @Override
    public boolean disposable() {
        return true;
    }

    @Override
    public synchronized void close() {
        stop();
        TempFiles.deleteTree(home);
    }

    Path home() {
        return home;
    }

    private Path data() {
        return home.resolve("data");
    }

    private Path log() {
        return home.resolve("server.log");
    }

    private String endOfLog() {
        try {
            List<String> lines = Files.readAllLines(log());
            return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES_SHOWN), lines.size()));
        } catch (IOException e) {
            return "";
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new IllegalStateException("could not delete " + file, e);
        }
    }

    private static PostgresUnavailableException unavailable(Exception cause, String log) {
        return new PostgresUnavailableException(
                "The embedded PostgreSQL did not start: " + cause.getMessage()
                        + (log.isEmpty() ? "" : "\nIts last words:\n" + log),
                cause);
    }
}
