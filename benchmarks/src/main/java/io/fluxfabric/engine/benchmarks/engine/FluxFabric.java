package io.fluxfabric.engine.benchmarks.engine;

import io.fluxfabric.engine.benchmarks.measure.Contender;
import io.fluxfabric.engine.benchmarks.measure.Database;
import io.fluxfabric.engine.benchmarks.measure.Figures;
import io.fluxfabric.engine.benchmarks.measure.Latencies;
import io.fluxfabric.engine.benchmarks.measure.Steady;
import io.fluxfabric.engine.benchmarks.measure.Work;
import io.fluxfabric.engine.r2dbc.EngineSettings;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;

/** The engine with its default settings, through its public API: what an application gets. */
public final class FluxFabric implements Contender {

    private static final int CLAIMERS = 2;
    private static final int BATCH = 500;
    private static final int SLOTS = 1_000;
    private static final Duration HANDLER = Duration.ofMillis(1);
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private @Nullable Open open;

    /** What lives from open to close. */
    private record Open(Database database, R2dbcEngine engine, Submitter submitter, HeldLeases leases, IdleNode idle) {

        static Open on(Database database) {
            R2dbcEngine engine = R2dbcEngine.open(database.r2dbcUrl(), EngineSettings.defaults());
            return new Open(database, engine, new Submitter(engine), new HeldLeases(engine), new IdleNode(engine));
        }

        ClaimLoop loop() {
            return new ClaimLoop(engine.executions(), CLAIMERS, BATCH, SLOTS);
        }
    }

    @Override
    public String describe() {
        return "default settings; " + CLAIMERS + " claimers of " + BATCH + ", " + SLOTS + " slots each";
    }

    @Override
    public void prepare(Database database) throws Exception {
        open(database);
        close();
    }

    @Override
    public void open(Database database) {
        Open opened = Open.on(database);
        open = opened;
        opened.engine().prepare().block(PATIENCE);
    }

    @Override
    public void close() {
        Open closing = open;
        open = null;
        if (closing != null) {
            closing.engine().close().block(PATIENCE);
        }
    }

    @Override
    public Figures run(Work work) throws Exception {
        Open on = open;
        if (on == null) {
            throw new IllegalStateException("not open");
        }
        return switch (work.verb()) {
            case "burn-down" -> burnDown(on, work);
            case "steady" -> steady(on, work);
            case "latency" -> latency(on, work);
            case "bulk-submit" -> on.submitter().bulk(work);
            case "seed" -> on.submitter().seed(work);
            case "seed-unmatched" -> on.submitter().unmatched(work);
            case "drain" -> drain(on, work.count());
            case "hold" -> on.leases().hold(work.count());
            case "renew" -> on.leases().renew();
            case "idle-start" -> on.idle().start();
            case "idle" -> on.idle().waitFor(work.count());
            case "idle-stop" -> on.idle().stop();
            case "in-flight" -> new InFlight(on.engine()).run(work);
            default -> throw Contender.unknown(work);
        };
    }

    private static Figures burnDown(Open on, Work work) throws SQLException {
        long start = System.nanoTime();
        on.submitter().each(work.count(), work.bytes());
        long middle = System.nanoTime();
        complete(on, work.count());
        long end = System.nanoTime();
        verify(on, work.count());
        return Figures.burnDown(work.count(), start, middle, end);
    }

    private static Figures drain(Open on, int count) throws SQLException {
        long before = on.database().number(COMPLETED);
        long start = System.nanoTime();
        complete(on, count);
        long end = System.nanoTime();
        on.database().require(before + count, COMPLETED);
        return Figures.of("rate", Figures.perSecond(count, end - start));
    }

    private static void complete(Open on, int count) {
        on.loop().run(count, claimed -> Mono.empty()).blockLast(PATIENCE);
    }

    private static Figures steady(Open on, Work work) throws Exception {
        AtomicLong completed = new AtomicLong();
        Steady steady = new Steady(completed);
        Disposable.Swap loop = Disposables.swap();
        try {
            Figures figures = steady.measure(
                    work.count(),
                    count -> on.submitter().each(count, work.bytes()),
                    () -> loop.update(on.loop()
                            .run(claimed -> Mono.delay(HANDLER))
                            .subscribe(done -> completed.incrementAndGet(), FluxFabric::broken)));
            verify(on, steady.submitted());
            return figures;
        } finally {
            loop.dispose();
        }
    }

    private static Figures latency(Open on, Work work) throws Exception {
        BlockingQueue<Long> started = new LinkedBlockingQueue<>();
        BlockingQueue<Object> ended = new LinkedBlockingQueue<>();
        Disposable loop = new ClaimLoop(on.engine().executions(), 1, 10, 10)
                .run(claimed -> Mono.fromRunnable(() -> started.add(System.nanoTime())))
                .subscribe(ended::add, FluxFabric::broken);
        Latencies latencies = new Latencies(work.count());
        try {
            for (int lone = 0; lone < work.count(); lone++) {
                long start = System.nanoTime();
                on.submitter().each(1, work.bytes());
                latencies.add(next(started) - start);
                next(ended);
            }
        } finally {
            loop.dispose();
        }
        verify(on, work.count());
        return latencies.figures();
    }

    private static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
        T item = queue.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        if (item == null) {
            throw new IllegalStateException("waited in vain for a lone execution");
        }
        return item;
    }

    private static void broken(Throwable error) {
        error.printStackTrace(System.err);
    }

    private static final String COMPLETED = "SELECT count(*) FROM ff_exec_core WHERE public_state = 'completed'";

    /** Every execution is completed, by one attempt, with one event. */
    private static void verify(Open on, long count) throws SQLException {
        on.database().require(count, COMPLETED);
        on.database().require(count, "SELECT count(*) FROM ff_attempt WHERE lifecycle = 'ended_success'");
        on.database().require(count, "SELECT count(*) FROM ff_completion_event");
    }
}
