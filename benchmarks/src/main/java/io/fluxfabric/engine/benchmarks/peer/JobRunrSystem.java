package io.fluxfabric.engine.benchmarks.peer;

import com.zaxxer.hikari.HikariDataSource;
import io.fluxfabric.engine.benchmarks.measure.Await;
import io.fluxfabric.engine.benchmarks.measure.Contender;
import io.fluxfabric.engine.benchmarks.measure.Database;
import io.fluxfabric.engine.benchmarks.measure.Figures;
import io.fluxfabric.engine.benchmarks.measure.Latencies;
import io.fluxfabric.engine.benchmarks.measure.Steady;
import io.fluxfabric.engine.benchmarks.measure.Threads;
import io.fluxfabric.engine.benchmarks.measure.Work;
import java.sql.SQLException;
import java.time.Duration;
import java.util.stream.Stream;
import org.jobrunr.configuration.JobRunr;
import org.jobrunr.scheduling.BackgroundJobRequest;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.storage.sql.postgres.PostgresStorageProvider;
import org.jobrunr.utils.mapper.jackson3.Jackson3JsonMapper;
import org.jspecify.annotations.Nullable;

/** JobRunr: enqueues streams in its own batches, and runs jobs by one background server. */
public final class JobRunrSystem implements Contender {

    private static final int WORKERS = PeerThreads.or(32);
    private static final int INSERT_THREADS = 2;
    private static final int LONE_JOBS = 3;
    private static final Duration POLL = Duration.ofSeconds(5);
    private static final long PATIENCE = Duration.ofMinutes(10).toNanos();

    private static final String SUCCEEDED = "SELECT count(*) FROM jobrunr_jobs WHERE state = 'SUCCEEDED'";

    private @Nullable Database database;
    private @Nullable HikariDataSource pool;

    @Override
    public String describe() {
        return WORKERS + " workers, poll " + POLL.toSeconds() + " s (the least it allows), enqueue of streams from "
                + INSERT_THREADS + " threads, Jackson 3, rewritten batch inserts, HikariCP";
    }

    @Override
    public void prepare(Database empty) {
        open(empty);
        close();
    }

    @Override
    public void open(Database fresh) {
        database = fresh;
        HikariDataSource source = Pools.open(fresh, WORKERS + INSERT_THREADS + 4);
        pool = source;
        BenchJob.HANDLER.reset();
        JobRunr.configure()
                .useJsonMapper(new Jackson3JsonMapper())
                .useStorageProvider(new PostgresStorageProvider(source))
                .useBackgroundJobServer(
                        BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration()
                                .andWorkerCount(WORKERS)
                                .andPollInterval(POLL),
                        false)
                .initialize();
    }

    @Override
    public void close() {
        HikariDataSource closing = pool;
        pool = null;
        if (closing != null) {
            JobRunr.destroy();
            closing.close();
        }
    }

    @Override
    public Figures run(Work work) throws Exception {
        Database on = database;
        if (on == null) {
            throw new IllegalStateException("not open");
        }
        return switch (work.verb()) {
            case "burn-down" -> burnDown(on, work);
            case "bulk-submit" -> bulkSubmit(on, work);
            case "steady" -> steady(on, work);
            case "latency" -> latency(on, work);
            default -> throw Contender.unknown(work);
        };
    }

    private static Figures burnDown(Database on, Work work) throws Exception {
        long start = System.nanoTime();
        submit(work.count(), work.bytes());
        long middle = System.nanoTime();
        JobRunr.getBackgroundJobServer().start();
        awaitSucceeded(on, work.count());
        long end = System.nanoTime();
        BenchJob.HANDLER.requireRuns(work.count());
        return Figures.burnDown(work.count(), start, middle, end);
    }

    /** A job is done when its state is stored, which is after its handler has run. */
    private static void awaitSucceeded(Database on, long count) throws SQLException {
        try (java.sql.Connection connection = on.connect()) {
            Await.until(
                    PATIENCE,
                    "the success of " + count + " jobs",
                    () -> BenchJob.HANDLER.runs() >= count && Database.number(connection, SUCCEEDED) == count);
        }
    }

    private static Figures bulkSubmit(Database on, Work work) throws Exception {
        long start = System.nanoTime();
        submit(work.count(), work.bytes());
        long end = System.nanoTime();
        on.require(work.count(), "SELECT count(*) FROM jobrunr_jobs");
        return Figures.of("rate", Figures.perSecond(work.count(), end - start));
    }

    private static Figures steady(Database on, Work work) throws Exception {
        BenchJob.HANDLER.sleepMillis(1);
        Steady steady = new Steady(BenchJob.HANDLER.counter());
        Figures figures = steady.measure(
                work.count(),
                count -> submitSome(count, work.bytes()),
                () -> JobRunr.getBackgroundJobServer().start());
        awaitSucceeded(on, steady.submitted());
        BenchJob.HANDLER.requireRuns(steady.submitted());
        return figures;
    }

    /** Fewer than the others: each waits for the next poll. */
    private static Figures latency(Database on, Work work) throws Exception {
        JobRunr.getBackgroundJobServer().start();
        int count = Math.min(LONE_JOBS, work.count());
        Latencies latencies = new Latencies(count);
        for (int lone = 0; lone < count; lone++) {
            long start = System.nanoTime();
            BackgroundJobRequest.enqueue(new BenchJob(work.bytes()));
            latencies.add(BenchJob.HANDLER.awaitStart() - start);
            awaitSucceeded(on, lone + 1L);
        }
        BenchJob.HANDLER.requireRuns(count);
        return latencies.figures();
    }

    private static void submit(int count, int bytes) throws Exception {
        Threads.run(INSERT_THREADS, thread -> submitSome(Threads.share(count, INSERT_THREADS, thread), bytes));
    }

    private static void submitSome(int count, int bytes) {
        BackgroundJobRequest.enqueue(Stream.generate(() -> new BenchJob(bytes)).limit(count));
    }
}
