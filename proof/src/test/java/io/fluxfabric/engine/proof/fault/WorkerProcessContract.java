package io.fluxfabric.engine.proof.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.chaos.fault.Signals;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** One of two worker processes is killed, or stands still for longer than its leases and wakes up again. */
abstract class WorkerProcessContract extends Faults {

    private static final String COMPLETED = "Completed ";

    abstract String url();

    @Test
    @DisplayName("a killed worker process: the other takes over, nothing is lost or done twice")
    void killed() {
        R2dbcEngine engine = engine(url());
        Load load = load(engine).steady();
        Child child = child(load);
        child.await(COMPLETED);

        Signals.kill(child.process());

        load.recovers().settles();
    }

    @Test
    @DisplayName("a frozen worker process that wakes up after its leases: the other took over, nothing is done twice")
    void frozen() {
        R2dbcEngine engine = engine(url());
        Load load = load(engine).steady();
        Child child = child(load);
        child.await(COMPLETED);

        long done = load.tally().completions();
        freezeOutsideOfATransaction(load, child);
        Mono.delay(Load.LEASE.plusSeconds(1)).block();
        assertThat(load.tally().completions()).as("meanwhile").isGreaterThan(done);
        Signals.thaw(child.process());

        load.recovers();
        child.close();
        load.settles();
    }

    /** On SQLite a process that is frozen while it writes keeps the file; that is another fault than the one meant here. */
    private static void freezeOutsideOfATransaction(Load load, Child child) {
        Waiting.until("a process that is frozen outside of a transaction", () -> {
            Signals.freeze(child.process());
            long done = load.tally().completions();
            boolean goesOn =
                    Waiting.within(Duration.ofMillis(1500), () -> load.tally().completions() >= done + 10);
            if (!goesOn) {
                Signals.thaw(child.process());
            }
            return goesOn;
        });
    }

    private Child child(Load load) {
        return closing(Child.start(
                line -> {
                    if (line.startsWith(COMPLETED)) {
                        load.tally().completed(line.substring(COMPLETED.length()));
                    }
                },
                FaultWorker.class,
                url()));
    }
}
