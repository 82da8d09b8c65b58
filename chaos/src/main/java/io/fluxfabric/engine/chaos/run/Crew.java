package io.fluxfabric.engine.chaos.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;

/** The worker processes of a run. Each that is replaced gets a name and a journal of its own. Driven by one thread. */
final class Crew implements AutoCloseable {

    private static final int ENDS_OF_LOG = 2_000;

    private final Path folder;
    private final IntFunction<Orders> orders;
    private final Random random;
    private final List<WorkerProcess> workers = new ArrayList<>();
    private int started;
    private int victim;

    Crew(Path folder, int size, Random random, IntFunction<Orders> orders) {
        this.folder = folder;
        this.orders = orders;
        this.random = random;
        for (int worker = 0; worker < size; worker++) {
            workers.add(start(0));
        }
    }

    private WorkerProcess start(int fileBlocks) {
        return WorkerProcess.start(orders.apply(started++), folder, fileBlocks);
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
        workers.set(victim, start(fileBlocks));
    }

    /** Puts a healthy one in the place of the one that was hit. */
    void replace() {
        workers.get(victim).close();
        workers.set(victim, start(0));
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
