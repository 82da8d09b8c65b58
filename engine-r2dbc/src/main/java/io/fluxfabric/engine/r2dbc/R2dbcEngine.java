package io.fluxfabric.engine.r2dbc;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.Prepared;
import io.fluxfabric.engine.Scope;
import io.fluxfabric.engine.audit.Violation;
import io.fluxfabric.engine.error.ConfigurationException;
import io.fluxfabric.engine.error.TransportException;
import io.fluxfabric.engine.event.Events;
import io.fluxfabric.engine.execution.Executions;
import io.fluxfabric.engine.grant.Grants;
import io.fluxfabric.engine.grant.KeyRotated;
import io.fluxfabric.engine.id.IdMint;
import io.fluxfabric.engine.id.Namespace;
import io.fluxfabric.engine.lane.Lanes;
import io.fluxfabric.engine.lease.ExpiredLease;
import io.fluxfabric.engine.lease.ExpiredLeasePage;
import io.fluxfabric.engine.lease.Leases;
import io.fluxfabric.engine.lease.ListExpiredLeases;
import io.fluxfabric.engine.operator.Operator;
import io.fluxfabric.engine.r2dbc.audit.Audit;
import io.fluxfabric.engine.r2dbc.coalesce.Coalescers;
import io.fluxfabric.engine.r2dbc.grant.SigningKeys;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.lease.PageExpiredLeases;
import io.fluxfabric.engine.r2dbc.migrate.MigrationFiles;
import io.fluxfabric.engine.r2dbc.migrate.Migrations;
import io.fluxfabric.engine.r2dbc.migrate.PartitionConfig;
import io.fluxfabric.engine.r2dbc.reconcile.LeasesOfTheDead;
import io.fluxfabric.engine.r2dbc.reconcile.R2dbcReconcilers;
import io.fluxfabric.engine.r2dbc.sql.ChainObserver;
import io.fluxfabric.engine.r2dbc.sql.ConnectionShape;
import io.fluxfabric.engine.r2dbc.sql.Dialect;
import io.fluxfabric.engine.r2dbc.sql.Dialects;
import io.fluxfabric.engine.r2dbc.sql.OwnedWork;
import io.fluxfabric.engine.r2dbc.sql.Renderer;
import io.fluxfabric.engine.r2dbc.sql.Tx;
import io.fluxfabric.engine.r2dbc.sql.bell.Doorbells;
import io.fluxfabric.engine.r2dbc.sql.connect.DatabaseUrl;
import io.fluxfabric.engine.r2dbc.sql.connect.PooledConnections;
import io.fluxfabric.engine.r2dbc.wake.ClaimableLanes;
import io.fluxfabric.engine.r2dbc.wake.WakeUps;
import io.fluxfabric.engine.r2dbc.worker.PageWorkers;
import io.fluxfabric.engine.reclaim.Reclaims;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.worker.ListWorkers;
import io.fluxfabric.engine.worker.RegisteredWorker;
import io.fluxfabric.engine.worker.WorkerPage;
import io.fluxfabric.engine.worker.Workers;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** An engine on PostgreSQL or SQLite. Wires the parts together and does nothing itself. */
public final class R2dbcEngine implements Engine {

    private final String address;
    private final EngineSettings settings;
    private final Dialect dialect;
    private final PooledConnections connections;
    private final OwnedWork owner = new OwnedWork();
    private final WakeUps wakeUps;
    private final Migrations migrations;
    private final PartitionConfig partitions;
    private final SigningKeys keys;
    private final Audit audit;
    private final Reconcilers reconcilers;
    private final Kit kit;
    private final LeasesOfTheDead leasesOfTheDead;
    private final Coalescers coalescers;
    private final Map<Namespace, R2dbcScope> scopes = new ConcurrentHashMap<>();
    private final Scope scope;

    private R2dbcEngine(String address, ConnectionFactory factory, EngineSettings settings) {
        this.address = address;
        this.settings = settings;
        this.dialect = Dialects.of(factory);
        this.connections = PooledConnections.of(dialect, factory, settings.pool(), settings.session());
        Renderer renderer = new Renderer(dialect, settings.clock());
        Tx unobserved = new Tx(
                connections, renderer, owner, settings.contention(), settings.operationTimeout(), ChainObserver.none());
        this.wakeUps = new WakeUps(
                settings.wakeUps(),
                Doorbells.of(
                        connections,
                        unobserved,
                        renderer,
                        settings.timer(),
                        settings.wakeUps().pause()),
                settings.timer());
        Tx tx = new Tx(
                connections,
                renderer,
                owner,
                settings.contention(),
                settings.operationTimeout(),
                new ClaimableLanes(wakeUps::claimable));
        this.migrations = new Migrations(tx, dialect, new MigrationFiles(dialect));
        this.partitions = new PartitionConfig(tx);
        this.audit = new Audit(tx);
        this.reconcilers = new R2dbcReconcilers(tx, settings.timer(), settings.reconcile());
        this.kit = new Kit(
                tx,
                dialect.backend(),
                Namespace.DEFAULT,
                settings.limits(),
                settings.partitions(),
                new IdMint(settings.partitions(), new MintClock()),
                settings.timer());
        this.keys = new SigningKeys(tx, kit.mint(), settings.limits());
        this.leasesOfTheDead = new LeasesOfTheDead(settings.reconcile().reclaimGrace());
        this.coalescers = new Coalescers(settings.coalescing(), answers());
        this.scope = namespace(Namespace.DEFAULT.value());
    }

    /**
     * Where callers are given their answers. The one writer of a SQLite file has a thread of its own, which must not be kept by
     * what callers do with them; on a server's connections that is no different from any other Netty client.
     */
    private Scheduler answers() {
        return dialect.connectionShape() == ConnectionShape.SINGLE_WRITER
                ? Schedulers.parallel()
                : Schedulers.immediate();
    }

    /** An engine on the database a URL names, with default settings: {@code r2dbc:sqlite:…} or {@code r2dbc:postgresql://…}. */
    public static R2dbcEngine open(String url) {
        return open(url, EngineSettings.defaults());
    }

    public static R2dbcEngine open(String url, EngineSettings settings) {
        return new R2dbcEngine(DatabaseUrl.address(url), DatabaseUrl.open(url), settings);
    }

    /** An engine on the application's own connection factory. The engine keeps a pool of its own on it. */
    public static R2dbcEngine on(ConnectionFactory factory) {
        return on(factory, EngineSettings.defaults());
    }

    public static R2dbcEngine on(ConnectionFactory factory, EngineSettings settings) {
        return new R2dbcEngine("the given connection factory", factory, settings);
    }

    @Override
    public Mono<Prepared> prepare() {
        return migrations
                .prepare(settings.migrations())
                .flatMap(applied -> partitions
                        .verify(settings.partitions().value())
                        .then(keys.seed())
                        .thenReturn(new Prepared(dialect.name(), migrations.version(), applied)))
                .onErrorMap(TransportException.class, this::unreachable);
    }

    /** At boot an unreachable database is first of all a wrong setting. */
    private Throwable unreachable(TransportException error) {
        Throwable cause = error.getCause();
        return error.isRetryable() && cause != null
                ? ConfigurationException.databaseUnreachable(address, cause)
                : error;
    }

    @Override
    public Scope namespace(String namespace) {
        Namespace wanted = Namespace.of(namespace);
        R2dbcScope known = scopes.get(wanted);
        if (known != null) {
            return known;
        }
        // Callers of one namespace must meet in one scope, or their calls could not share statements.
        R2dbcScope fresh = new R2dbcScope(kit.in(wanted), coalescers, wakeUps, leasesOfTheDead);
        R2dbcScope faster = scopes.putIfAbsent(wanted, fresh);
        return faster == null ? fresh : faster;
    }

    /**
     * The engine within a transaction of the application: what it does commits with the application's own writes, or not at all.
     * The transaction must be open on this connection, which must be one to the engine's database.
     */
    public Within within(Connection connection) {
        return new Within(kit.with(kit.tx().within(connection)), wakeUps);
    }

    @Override
    public Flux<Violation> audit() {
        return audit.run();
    }

    @Override
    public Reconcilers reconcilers() {
        return reconcilers;
    }

    @Override
    public Mono<KeyRotated> rotateSigningKey(Duration grace) {
        return keys.rotate(grace);
    }

    @Override
    public Namespace namespace() {
        return scope.namespace();
    }

    @Override
    public Executions executions() {
        return scope.executions();
    }

    @Override
    public Leases leases() {
        return scope.leases();
    }

    @Override
    public Grants grants() {
        return scope.grants();
    }

    @Override
    public Reclaims reclaims() {
        return scope.reclaims();
    }

    @Override
    public Operator operator() {
        return scope.operator();
    }

    @Override
    public Lanes lanes() {
        return scope.lanes();
    }

    @Override
    public Workers workers() {
        return scope.workers();
    }

    @Override
    public Flux<RegisteredWorker> allWorkers(ListWorkers which) {
        return PageWorkers.ofAll(kit).all(which);
    }

    @Override
    public Mono<WorkerPage> allWorkersPage(ListWorkers which) {
        return PageWorkers.ofAll(kit).one(which);
    }

    @Override
    public Flux<ExpiredLease> allExpiredLeases(ListExpiredLeases which) {
        return PageExpiredLeases.ofAll(kit).all(which);
    }

    @Override
    public Mono<ExpiredLeasePage> allExpiredLeasesPage(ListExpiredLeases which) {
        return PageExpiredLeases.ofAll(kit).one(which);
    }

    @Override
    public Events events() {
        return scope.events();
    }

    /** How many statements the engine sent for calls it gathered, and how many calls that were. */
    public Coalescers.Load load() {
        return coalescers.load();
    }

    /** Whether somebody waits for work just now and hints of other processes reach this one. */
    public boolean listening() {
        return wakeUps.listening();
    }

    /** How many of the engine's connections are in use right now. */
    public int connectionsInUse() {
        return connections.inUse();
    }

    @Override
    public Mono<Void> close() {
        return coalescers.close().then(wakeUps.close()).then(owner.drain()).then(Mono.defer(connections::close));
    }
}
