package io.fluxfabric.engine.examples.demo;

import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.payload.Payload;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import reactor.core.publisher.Flux;

/**
 * What will happen: everything that is drawn by lot comes from the seed.
 *
 * @param slots how many executions a worker holds at a time
 * @param victim the worker that is killed
 * @param killAfter how many executions have completed by then
 */
record DemoPlan(int executions, long seed, String namespace, int slots, int victim, int killAfter) {

    static final String LANE = "orders";
    static final String KIND = "ship-order";
    static final Duration LEASE = Duration.ofSeconds(2);
    static final List<String> WORKERS = List.of("worker-1", "worker-2");

    /** With fewer the work would be over before anything can be killed. */
    static final int FEWEST = 20;

    private static final int MOST_SLOTS = 64;
    private static final int FEWEST_SLOTS = 4;
    private static final Duration KEPT = Duration.ofHours(1);

    /** What a handler does: it takes its time, as a call of another service would. */
    record Order(int number, int millis) {}

    /** What it returns. */
    record Shipped(int number, String by) {}

    static DemoPlan of(int executions, long seed, String namespace) {
        RandomGenerator lot = new Random(seed);
        int slots = Math.min(MOST_SLOTS, Math.max(FEWEST_SLOTS, executions / 16));
        int percent = lot.nextInt(25, 40);
        return new DemoPlan(
                executions, seed, namespace, slots, lot.nextInt(WORKERS.size()), executions * percent / 100);
    }

    String victimName() {
        return WORKERS.get(victim);
    }

    /** The same orders for the same seed; none is kept long, because the database may be somebody's own. */
    Flux<Submit> submits() {
        return Flux.defer(() -> {
            RandomGenerator lot = new Random(seed);
            return Flux.range(1, executions).map(number -> submit(new Order(number, lot.nextInt(100, 500))));
        });
    }

    private static Submit submit(Order order) {
        return Submit.of(KIND)
                .lane(LANE)
                .payload(Payload.json(order))
                .idempotencyKey("order-" + order.number())
                .policy(policy -> policy.withRetention(KEPT));
    }
}
