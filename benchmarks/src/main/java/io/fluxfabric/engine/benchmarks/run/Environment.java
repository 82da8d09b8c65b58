package io.fluxfabric.engine.benchmarks.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** On what a run took place, so that its figures can be judged. */
final class Environment {

    private static final List<String> SERVER_SETTINGS = List.of(
            "server_version",
            "fsync",
            "synchronous_commit",
            "full_page_writes",
            "shared_buffers",
            "max_connections",
            "max_wal_size",
            "autovacuum");

    private Environment() {}

    static Map<String, String> of(BenchServer server) {
        Map<String, String> facts = new TreeMap<>();
        SERVER_SETTINGS.forEach(name -> facts.put("postgres." + name, server.setting(name)));
        facts.put("date", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        facts.put("git.revision", revision());
        facts.put("machine.cores", String.valueOf(Runtime.getRuntime().availableProcessors()));
        facts.put("machine.memoryMiB", String.valueOf(memory() >> 20));
        facts.put(
                "machine.os",
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"));
        facts.put("jvm", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        facts.put("jvm.flags", String.join(" ", ChildProcess.JVM));
        facts.putAll(Libraries.versions());
        return facts;
    }

    private static long memory() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    }

    private static String revision() {
        try {
            Process git = new ProcessBuilder("git", "describe", "--always", "--dirty", "--abbrev=12")
                    .directory(Home.directory().toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String revision = new String(git.getInputStream().readAllBytes(), UTF_8).strip();
            return revision.isEmpty() ? "unknown" : revision;
        } catch (IOException e) {
            return "unknown";
        }
    }
}
