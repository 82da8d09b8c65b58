package io.fluxfabric.engine.examples.expired;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.examples.Example;
import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.lease.ExpiredLease;
import io.fluxfabric.engine.reconcile.Reconcilers;
import java.time.Duration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Three workers fall silent. Each lapse is told once, as it happens; then housekeeping puts the work back. */
public final class ExpiredLeases {

    private ExpiredLeases() {}

    public static void main(String[] args) {
        Example.print(args, ExpiredLeases::run).block();
    }

    static Flux<String> run(Engine engine) {
        Flux<?> held = Flux.concat(hold(engine, "anna", 300), hold(engine, "bert", 200), hold(engine, "cleo", 100));

        // Endless; nothing is looked for before it is asked for, and nobody who asks slowly misses one.
        Flux<ExpiredLease> lapses = engine.leases().watchExpired(Duration.ofMillis(50));

        Mono<String> back = engine.reconcilers()
                .pass(Reconcilers.LEASE_EXPIRY)
                .map(report -> report.changed() + " executions are back on their lane");

        return held.thenMany(lapses.take(3).map(ExpiredLeases::tell)).concatWith(back);
    }

    private static Flux<?> hold(Engine engine, String worker, int millis) {
        Claim claim = Claim.lane("default").as(worker, worker + "-1").lease(Duration.ofMillis(millis));
        return engine.executions()
                .submit(Submit.of("call-customer"))
                .thenMany(engine.executions().claim(claim));
    }

    private static String tell(ExpiredLease lapse) {
        return "%s lost its lease (epoch %d)".formatted(lapse.holder().worker(), lapse.epoch());
    }
}
