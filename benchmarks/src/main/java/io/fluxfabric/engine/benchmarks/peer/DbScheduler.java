package io.fluxfabric.engine.benchmarks.peer;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
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
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** db-scheduler: lock-and-fetch polling, batch inserts, a serializer that copies bytes, a pool connection for each thread. */
public final class DbScheduler implements Contender {

    private static final int THREADS = PeerThreads.or(50);
    private static final int INSERT_THREADS = 2;
    private static final int INSERT_BATCH = 1_000;
    private static final double FETCH_BELOW = 1.0;
    private static final double FETCH_UP_TO = 4.0;
    private static final Duration POLL = Duration.ofMillis(10);
    private static final long PATIENCE = Duration.ofMinutes(10).toNanos();

    private static final String LEFT = "SELECT count(*) FROM scheduled_tasks";

    private final Handler handler = new Handler();
    private final AtomicLong numbers = new AtomicLong();
    private final OneTimeTask<byte[]> task =
            Tasks.oneTime("bench", byte[].class).execute((instance, context) -> handler.run());
    private @Nullable Database database;
    private @Nullable HikariDataSource pool;

    @Override
    public String describe() {
        return "lock-and-fetch " + FETCH_BELOW + " to " + FETCH_UP_TO + ", " + THREADS + " threads, poll "
                + POLL.toMillis() + " ms, immediate execution for lone tasks, scheduleBatch of " + INSERT_BATCH
                + " from "
                + INSERT_THREADS + " threads, rewritten batch inserts, HikariCP";
    }

    @Override
    public void prepare(Database empty) throws SQLException {
        empty.execute("""
                CREATE TABLE scheduled_tasks (
                    task_name text NOT NULL,
                    task_instance text NOT NULL,
                    task_data bytea,
                    execution_time timestamp with time zone NOT NULL,
                    picked boolean NOT NULL,
                    picked_by text,
                    last_success timestamp with time zone,
                    last_failure timestamp with time zone,
                    consecutive_failures integer,
                    last_heartbeat timestamp with time zone,
                    version bigint NOT NULL,
                    priority smallint,
                    PRIMARY KEY (task_name, task_instance)
                );
                CREATE INDEX scheduled_tasks_execution_time ON scheduled_tasks (execution_time);
                CREATE INDEX scheduled_tasks_last_heartbeat ON scheduled_tasks (last_heartbeat)""");
    }

    @Override
    public void open(Database fresh) {
        database = fresh;
        pool = Pools.open(fresh, THREADS + INSERT_THREADS + 4);
        handler.reset();
    }

    @Override
    public void close() {
        HikariDataSource closing = pool;
        pool = null;
        if (closing != null) {
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

    private Figures burnDown(Database on, Work work) throws Exception {
        Scheduler scheduler = scheduler(false);
        try {
            long start = System.nanoTime();
            submit(scheduler, work.count(), work.bytes());
            long middle = System.nanoTime();
            scheduler.start();
            awaitEmpty(on, work.count());
            long end = System.nanoTime();
            handler.requireRuns(work.count());
            return Figures.burnDown(work.count(), start, middle, end);
        } finally {
            scheduler.stop();
        }
    }

    /** A finished task is a deleted row. */
    private void awaitEmpty(Database on, long count) throws SQLException {
        try (java.sql.Connection connection = on.connect()) {
            Await.until(
                    PATIENCE,
                    "an empty table",
                    () -> handler.runs() >= count && Database.number(connection, LEFT) == 0);
        }
    }

    private Figures bulkSubmit(Database on, Work work) throws Exception {
        long start = System.nanoTime();
        submit(scheduler(false), work.count(), work.bytes());
        long end = System.nanoTime();
        on.require(work.count(), LEFT);
        return Figures.of("rate", Figures.perSecond(work.count(), end - start));
    }

    private Figures steady(Database on, Work work) throws Exception {
        handler.sleepMillis(1);
        Scheduler scheduler = scheduler(false);
        try {
            Steady steady = new Steady(handler.counter());
            Figures figures =
                    steady.measure(work.count(), count -> submitSome(scheduler, count, work.bytes()), scheduler::start);
            awaitEmpty(on, steady.submitted());
            handler.requireRuns(steady.submitted());
            return figures;
        } finally {
            scheduler.stop();
        }
    }

    private Figures latency(Database on, Work work) throws Exception {
        Scheduler scheduler = scheduler(true);
        scheduler.start();
        try {
            Latencies latencies = new Latencies(work.count());
            for (int lone = 0; lone < work.count(); lone++) {
                long start = System.nanoTime();
                scheduler.schedule(instances(1, work.bytes()).get(0), Instant.now());
                latencies.add(handler.awaitStart() - start);
                awaitEmpty(on, lone + 1L);
            }
            handler.requireRuns(work.count());
            return latencies.figures();
        } finally {
            scheduler.stop();
        }
    }

    private Scheduler scheduler(boolean immediately) {
        HikariDataSource source = pool;
        if (source == null) {
            throw new IllegalStateException("not open");
        }
        var builder = Scheduler.create(source, task)
                .schedulerName(new SchedulerName.Fixed("bench"))
                .threads(THREADS)
                .pollUsingLockAndFetch(FETCH_BELOW, FETCH_UP_TO)
                .pollingInterval(POLL)
                .serializer(new PlainBytes());
        return immediately ? builder.enableImmediateExecution().build() : builder.build();
    }

    private void submit(Scheduler scheduler, int count, int bytes) throws Exception {
        Threads.run(INSERT_THREADS, thread -> {
            int share = Threads.share(count, INSERT_THREADS, thread);
            for (int done = 0; done < share; done += INSERT_BATCH) {
                submitSome(scheduler, Math.min(INSERT_BATCH, share - done), bytes);
            }
        });
    }

    private void submitSome(Scheduler scheduler, int count, int bytes) {
        scheduler.scheduleBatch(instances(count, bytes), Instant.now());
    }

    private List<TaskInstance<?>> instances(int count, int bytes) {
        List<TaskInstance<?>> instances = new ArrayList<>();
        for (int place = 0; place < count; place++) {
            instances.add(task.instance(Long.toString(numbers.incrementAndGet()), new byte[bytes]));
        }
        return instances;
    }
}
