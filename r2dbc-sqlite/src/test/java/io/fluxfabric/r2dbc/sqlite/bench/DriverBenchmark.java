package io.fluxfabric.r2dbc.sqlite.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Compares the driver with sqlite-jdbc used directly on one thread: rounds of both alternate in one run, each on a
 * fresh file, and the medians are compared. See the README for the command.
 */
public final class DriverBenchmark {
    private static final int ROUNDS = 9;
    private static final int WARM_UP_ROUNDS = 5;
    private static final int TRANSACTIONS = 3_000;
    private static final int SINGLES = 20_000;
    private static final int STREAMED_ROWS = 1_000_000;

    private enum Case {
        BATCHES("batches of 100 in a transaction") {
            @Override
            long run(Workload.Side side) throws SQLException {
                return side.batches(TRANSACTIONS);
            }
        },
        SINGLES("single autocommitted inserts, chained") {
            @Override
            long run(Workload.Side side) throws SQLException {
                return side.singles(DriverBenchmark.SINGLES);
            }
        },
        AWAITED("single autocommitted inserts, each awaited by another thread") {
            @Override
            long run(Workload.Side side) throws SQLException {
                return side.awaitedSingles(DriverBenchmark.SINGLES);
            }
        },
        STREAM("streaming a million small rows") {
            @Override
            void prepare(Workload.Side side) throws SQLException {
                side.batches(STREAMED_ROWS / Workload.BATCH);
            }

            @Override
            long run(Workload.Side side) throws SQLException {
                return side.stream();
            }
        };

        private final String title;

        Case(String title) {
            this.title = title;
        }

        void prepare(Workload.Side side) throws SQLException {}

        abstract long run(Workload.Side side) throws SQLException;
    }

    private DriverBenchmark() {}

    public static void main(String[] arguments) throws SQLException, IOException {
        System.out.println("| workload | sqlite-jdbc rows/s | r2dbc-sqlite rows/s | ratio |");
        System.out.println("|---|---:|---:|---:|");
        for (Case work : Case.values()) {
            List<Double> jdbc = new ArrayList<>();
            List<Double> driver = new ArrayList<>();
            for (int round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
                double plain = measure(work, JdbcSide::new);
                double reactive = measure(work, DriverSide::new);
                if (round >= WARM_UP_ROUNDS) {
                    jdbc.add(plain);
                    driver.add(reactive);
                }
            }
            print(work, median(jdbc), median(driver));
        }
    }

    private static void print(Case work, double jdbc, double driver) {
        System.out.printf(Locale.ROOT, "| %s | %,.0f | %,.0f | %.2f |%n", work.title, jdbc, driver, driver / jdbc);
    }

    /** Rows a second. */
    private static double measure(Case work, Supplier<Workload.Side> create) throws SQLException, IOException {
        Path folder = Files.createTempDirectory("r2dbc-sqlite-bench");
        try (Workload.Side side = create.get()) {
            side.open(folder.resolve("bench.db"));
            work.prepare(side);
            long start = System.nanoTime();
            long rows = work.run(side);
            return rows * 1e9 / (System.nanoTime() - start);
        } finally {
            delete(folder);
        }
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
