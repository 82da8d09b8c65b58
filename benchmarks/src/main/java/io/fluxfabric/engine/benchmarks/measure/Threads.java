package io.fluxfabric.engine.benchmarks.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs one task on several threads at once. */
public final class Threads {

    private Threads() {}

    /** A task that is told which of the threads it runs on, from 0. */
    @FunctionalInterface
    public interface Task {
        void run(int thread) throws Exception;
    }

    /** Returns when all have ended; errors if one of them did. */
    public static void run(int threads, Task task) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                int number = thread;
                running.add(pool.submit(() -> {
                    task.run(number);
                    return null;
                }));
            }
            for (Future<?> one : running) {
                one.get();
            }
        } finally {
            pool.shutdownNow();
        }
    }

    /** The share of a thread when a count is divided among several. */
    public static int share(int count, int threads, int thread) {
        return count / threads + (thread < count % threads ? 1 : 0);
    }
}
