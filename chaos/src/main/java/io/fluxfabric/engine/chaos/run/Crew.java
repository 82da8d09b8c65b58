package io.fluxfabric.engine.chaos.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;

/** The worker processes of a run. Each that is replaced gets a name and a journal of its own. Driven by one thread. */
final class Crew implements AutoCloseable {

    private static final int ENDS_OF_LOG = 2_000;
    private static final Duration STARTING = Duration.ofSeconds(30);

    private final Path folder;
    private final IntFunction<Orders> orders;
    private final Random random;
    private final List<WorkerProcess> workers = new ArrayList<>();
    private Path newest;
    private int started;
    private int victim;

    Crew(Path folder, int size, Random random, IntFunction<Orders> orders) {
        this.folder = folder;
        this.newest = folder;
        this.orders = orders;
        this.random = random;
        for (int worker = 0; worker < size; worker++) {
            workers.add(start(0, 0));
        }
    }

    private WorkerProcess start(int fileBlocks, long skewMinutes) {
        Orders given = orders.apply(started++).skewed(skewMinutes);
        newest = Path.of(given.journal());
        return WorkerProcess.start(given, folder, fileBlocks);
    }

    private WorkerProcess chosen() {
        victim = random.nextInt(workers.size());
        return workers.get(victim);
    }

    void killOne() {
        chosen().kill();
    }

    void freezeOne() {
        chosen().freeze();
    }

    void thaw() {
        workers.get(victim).thaw();
    }

    /** Puts one that may write only small files in the place of another. */
    void limitOne(int fileBlocks) {
        chosen().close();
        workers.set(victim, start(fileBlocks, 0));
    }

    /** Puts one whose clock is wrong, early or late, in the place of another; false if it does not come to work. */
    boolean skewOne(Duration skew) {
        chosen().close();
        workers.set(victim, start(0, random.nextBoolean() ? skew.toMinutes() : -skew.toMinutes()));
        return Waiting.until(STARTING, () -> !Journal.read(newest).isEmpty());
    }

    /** From now on it may not write to its file. */
    void restrainOne() {
        chosen().tell("PRAGMA query_only = ON");
    }

    void freeOne() {
        workers.get(victim).tell("PRAGMA query_only = OFF");
    }

    /** Puts a healthy one in the place of the one that was hit. */
    void replace() {
        workers.get(victim).close();
        workers.set(victim, start(0, 0));
    }

    /** One that ended by itself is a finding, not something to pass over. */
    void requireAlive() {
        for (int worker = 0; worker < workers.size(); worker++) {
            if (!workers.get(worker).isAlive()) {
                throw new IllegalStateException("a worker process ended by itself:\n" + logs());
            }
        }
    }

    private String logs() {
        StringBuilder text = new StringBuilder();
        try (var files = Files.list(folder)) {
            for (Path log : files.filter(file -> file.toString().endsWith(".log"))
                    .sorted()
                    .toList()) {
                String all = Files.readString(log);
                text.append(log.getFileName())
                        .append(":\n")
                        .append(all.substring(Math.max(0, all.length() - ENDS_OF_LOG)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    @Override
    public void close() {
        workers.forEach(WorkerProcess::close);
    }
}
