package io.fluxfabric.engine;

import io.fluxfabric.engine.audit.Violation;
import io.fluxfabric.engine.grant.KeyRotated;
import io.fluxfabric.engine.lease.ExpiredLease;
import io.fluxfabric.engine.lease.ExpiredLeasePage;
import io.fluxfabric.engine.lease.Leases;
import io.fluxfabric.engine.lease.ListExpiredLeases;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.worker.ListWorkers;
import io.fluxfabric.engine.worker.RegisteredWorker;
import io.fluxfabric.engine.worker.WorkerPage;
import java.time.Duration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A durable execution engine on one database. Everything it offers is cold: nothing happens before a subscription.
 *
 * <p>The engine itself is the scope of the namespace {@code default}.
 */
public interface Engine extends Scope {

    /**
     * Makes the database ready: brings its schema up to date, or verifies it, and checks that the configuration fits the
     * database. Any number of nodes may do so at once. Call it before anything else.
     *
     * <p>Errors with {@code ConfigurationException} when the database cannot be reached, is newer than this engine, or was made
     * with other settings.
     */
    Mono<Prepared> prepare();

    /** The scope of another namespace. */
    Scope namespace(String namespace);

    /** Checks the engine's invariants on every stored row; read-only, and empty when all is well. For tests and for doubts. */
    Flux<Violation> audit();

    /** Worker instances of all namespaces, by namespace and instance id, reading pages as they are asked for. */
    Flux<RegisteredWorker> allWorkers(ListWorkers which);

    /** One page of the same. */
    Mono<WorkerPage> allWorkersPage(ListWorkers which);

    /** Lapsed leases of all namespaces, as {@link Leases#expired(ListExpiredLeases)} gives those of one. */
    Flux<ExpiredLease> allExpiredLeases(ListExpiredLeases which);

    /** One page of the same. */
    Mono<ExpiredLeasePage> allExpiredLeasesPage(ListExpiredLeases which);

    /** The housekeeping of the whole database, all namespaces included. */
    Reconcilers reconcilers();

    /**
     * Signs grants with a new key from now on, in all namespaces and on all nodes. What was signed before is accepted for the
     * grace; none makes every grant that is out worthless at once.
     */
    Mono<KeyRotated> rotateSigningKey(Duration grace);

    /** Takes no new operations, waits for those that run, and closes the connections. Safe to call twice. */
    Mono<Void> close();
}
