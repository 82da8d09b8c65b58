package io.fluxfabric.engine.benchmarks.raw;

import io.fluxfabric.engine.benchmarks.measure.Contender;
import io.fluxfabric.engine.benchmarks.measure.Database;
import io.fluxfabric.engine.benchmarks.measure.Figures;
import io.fluxfabric.engine.benchmarks.measure.Threads;
import io.fluxfabric.engine.benchmarks.measure.Work;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The engine's statements from bare loops over pgjdbc: each thread has a connection and sends batch after batch. */
public final class StatementLoop implements Contender {

    private final int batch;
    private final int threads;
    private final List<StatementThread> loops = new ArrayList<>();
    private @Nullable EngineStatements statements;
    private @Nullable Database database;

    public StatementLoop(int batch, int threads) {
        this.batch = batch;
        this.threads = threads;
    }

    @Override
    public String describe() {
        return "the engine's statements through pgjdbc; batches of " + batch + ", " + threads + " threads";
    }

    @Override
    public void prepare(Database empty) throws SQLException {
        statements = EngineStatements.learn(empty, batch);
    }

    @Override
    public void open(Database fresh) throws SQLException {
        EngineStatements learned = statements;
        if (learned == null) {
            throw new IllegalStateException("not prepared");
        }
        database = fresh;
        for (int thread = 0; thread < threads; thread++) {
            loops.add(new StatementThread(fresh.connect(), learned, batch));
        }
    }

    @Override
    public void close() throws SQLException {
        for (StatementThread loop : loops) {
            loop.close();
        }
        loops.clear();
    }

    @Override
    public Figures run(Work work) throws Exception {
        Database on = database;
        if (on == null) {
            throw new IllegalStateException("not open");
        }
        return switch (work.verb()) {
            case "burn-down" -> burnDown(on, work);
            case "bulk-submit" -> bulkSubmit(work);
            case "bare-insert" -> bareInsert(on, work);
            default -> throw Contender.unknown(work);
        };
    }

    private Figures burnDown(Database on, Work work) throws Exception {
        long start = System.nanoTime();
        submit(work);
        long middle = System.nanoTime();
        AtomicInteger completed = new AtomicInteger();
        Threads.run(threads, thread -> loops.get(thread).drain(completed, work.count()));
        long end = System.nanoTime();
        on.require(work.count(), "SELECT count(*) FROM ff_exec_core WHERE public_state = 'completed'");
        on.require(work.count(), "SELECT count(*) FROM ff_attempt WHERE lifecycle = 'ended_success'");
        on.require(work.count(), "SELECT count(*) FROM ff_completion_event");
        return Figures.burnDown(work.count(), start, middle, end);
    }

    private Figures bulkSubmit(Work work) throws Exception {
        long start = System.nanoTime();
        submit(work);
        return Figures.of("rate", Figures.perSecond(work.count(), System.nanoTime() - start));
    }

    private void submit(Work work) throws Exception {
        Threads.run(
                threads,
                thread -> loops.get(thread).submit(Threads.share(work.count(), threads, thread), work.bytes()));
    }

    /** What the least durable write costs here: one row, one commit. */
    private static Figures bareInsert(Database on, Work work) throws SQLException {
        on.execute("CREATE TABLE IF NOT EXISTS bare (id uuid PRIMARY KEY, payload bytea)");
        try (Connection connection = on.connect()) {
            return BareInsert.times(connection, work);
        }
    }
}
