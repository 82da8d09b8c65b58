package io.fluxfabric.engine.worker;

import io.fluxfabric.engine.id.WorkerInstanceId;
import io.fluxfabric.engine.lease.Handle;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The worker instances of one namespace that said they are there.
 *
 * <p>The registry is optional: whoever never registers may claim all the same. Who does is seen by operators, can be asked to
 * drain, and has its leases taken back as soon as it is known to be dead, instead of when each of them ends. An
 * instance is alive as long as its last word plus its liveness TTL lies in the future, by the clock of the database.
 */
public interface Workers {

    /**
     * Says that an instance is there, and what it serves. An instance that is alive is refreshed: it keeps its time of
     * registration, and goes on draining if it did. One that is new or had lapsed starts anew, and leases it held before are
     * left to their own end.
     *
     * <p>Errors with {@code ValidationException} when the instance id belongs to a live instance of another worker.
     */
    Mono<RegisterOutcome> register(RegisterWorker request);

    /** Says that an instance is still there. One that lapsed stays dead until it registers again. */
    Mono<HeartbeatOutcome> heartbeat(WorkerInstanceId instance);

    /**
     * Says that an instance is still there and prolongs its leases, all in one round trip. A lost lease is an outcome here.
     * Errors with {@code ValidationException} when there are more leases than one renewal takes.
     */
    Mono<Heartbeat> heartbeat(WorkerInstanceId instance, List<Handle> leases);

    /**
     * Declares an instance dead and puts everything it holds back on its lane, fencing it, in one transaction. Errors with
     * {@code ValidationException} when the reason has more than 256 bytes or a control character.
     */
    Mono<MarkDeadOutcome> markDead(WorkerInstanceId instance, String reason);

    /** Gives an instance no new work; it keeps what it holds. */
    Mono<DrainOutcome> drain(WorkerInstanceId instance);

    /** Gives a draining instance new work again. */
    Mono<DrainOutcome> resume(WorkerInstanceId instance);

    /** Instances by their ids, reading pages as they are asked for. Lapsed ones are among them until they are swept. */
    Flux<RegisteredWorker> list(ListWorkers which);

    /** One page of the same. */
    Mono<WorkerPage> page(ListWorkers which);
}
