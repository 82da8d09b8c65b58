package io.fluxfabric.engine.benchmarks.engine;

import io.fluxfabric.engine.benchmarks.measure.Figures;
import io.fluxfabric.engine.benchmarks.measure.Work;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.execution.SubmitOutcome;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import java.time.Duration;
import java.util.Random;
import reactor.core.publisher.Flux;

/** Submits executions, one call each or all in one. */
final class Submitter {

    static final String LANE = "bench";

    /** How many submits wait for their answers at once: so many callers, each with so many. */
    private static final int CALLERS = 16;

    private static final int CONCURRENT = 250;

    private static final Duration PATIENCE = Duration.ofMinutes(30);

    private final R2dbcEngine engine;

    Submitter(R2dbcEngine engine) {
        this.engine = engine;
    }

    /** A call for each execution, many at once, as concurrent requests to a service make them. */
    void each(int count, int bytes) {
        Submit request = request(bytes);
        Flux.range(0, CALLERS)
                .flatMap(caller -> caller(request, count / CALLERS + (caller < count % CALLERS ? 1 : 0)), CALLERS)
                .blockLast(PATIENCE);
    }

    private Flux<SubmitOutcome> caller(Submit request, int count) {
        return Flux.range(0, count).flatMap(number -> engine.executions().submit(request), CONCURRENT);
    }

    /** One call for all. */
    Figures bulk(Work work) {
        long start = System.nanoTime();
        all(work.count(), request(work.bytes()));
        return Figures.of("rate", Figures.perSecond(work.count(), System.nanoTime() - start));
    }

    /** Work to be taken later. */
    Figures seed(Work work) {
        return bulk(work);
    }

    /** Work nobody can serve, in front of everything else. */
    Figures unmatched(Work work) {
        all(work.count(), request(work.bytes()).requires("what-nobody-offers").priority(9_000));
        return Figures.none();
    }

    private void all(int count, Submit request) {
        engine.executions()
                .submitAll(Flux.range(0, count).map(number -> request))
                .blockLast(PATIENCE);
    }

    static Submit request(int bytes) {
        byte[] content = new byte[bytes];
        new Random(bytes).nextBytes(content);
        return Submit.of("bench").lane(LANE).payload(Payload.bytes(content));
    }
}
