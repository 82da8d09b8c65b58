package io.fluxfabric.engine.proof;

import io.fluxfabric.engine.Scope;
import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.grant.ClaimGrant;
import io.fluxfabric.engine.grant.IssueClaimGrant;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.operator.Order;
import io.fluxfabric.engine.r2dbc.EngineSettings;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.r2dbc.sql.EngineClock;
import io.fluxfabric.engine.r2dbc.sql.connect.PoolSettings;
import io.fluxfabric.engine.reclaim.IssueReclaimGrant;
import io.fluxfabric.engine.reclaim.ReclaimGrant;
import io.fluxfabric.engine.reclaim.ReclaimGrantOutcome;
import io.fluxfabric.engine.state.BlockingReason;
import io.fluxfabric.engine.tck.TestClock;
import io.fluxfabric.engine.worker.RegisterWorker;
import java.time.Duration;
import java.util.Objects;
import reactor.core.publisher.Mono;

/** An engine with two connections for work, and a namespace that is new for each case. The clock stands still unless it is moved. */
public final class Ground {

    public static final Duration PATIENCE = Duration.ofSeconds(30);
    public static final String LANE = "mail";
    public static final WorkerIdentity ANNA = WorkerIdentity.of("anna", "anna-1");
    public static final Order ORDER = Order.by("olga", "because");

    private static final Duration LEASE = Duration.ofSeconds(30);

    private final String url;
    private final TestClock clock = new TestClock();
    private final R2dbcEngine engine;
    private int namespaces;

    public Ground(String url) {
        this.url = url;
        this.engine = another();
        engine.prepare().block(PATIENCE);
    }

    /** Another engine on the same database. */
    public R2dbcEngine another() {
        return R2dbcEngine.open(
                url,
                EngineSettings.defaults()
                        .pool(PoolSettings.defaults().size(2).reserved(1))
                        .clock(EngineClock.bound(clock::millis))
                        .timer(clock.timer()));
    }

    public R2dbcEngine engine() {
        return engine;
    }

    public TestClock clock() {
        return clock;
    }

    public void fresh() {
        namespaces++;
    }

    public Scope scope() {
        return engine.namespace("case-" + namespaces);
    }

    public static <T> T await(Mono<T> mono) {
        return Objects.requireNonNull(mono.block(PATIENCE));
    }

    public ExecutionId waiting() {
        return await(scope().executions().submit(Submit.of("play").lane(LANE))).executionId();
    }

    /** Writes somewhere where no case is in the way. */
    public void write() {
        await(engine.namespace("bystander").executions().submit(Submit.of("play")));
    }

    public Claim aClaim() {
        return Claim.lane(LANE).as(ANNA).lease(LEASE);
    }

    public Handle running() {
        waiting();
        return await(scope().executions().claim(aClaim()).next()).handle();
    }

    /** Held by somebody whose lease has lapsed. */
    public Handle lapsed() {
        Handle handle = running();
        clock.advance(LEASE);
        return handle;
    }

    public ExecutionId ended() {
        Handle handle = running();
        await(scope().executions().complete(handle));
        return handle.executionId();
    }

    public ExecutionId blocked() {
        ExecutionId id = waiting();
        scope().operator()
                .block(id, BlockingReason.PAUSED_BY_OPERATOR, "wait", ORDER)
                .block(PATIENCE);
        return id;
    }

    public ClaimGrant granted() {
        return await(scope().grants().issue(IssueClaimGrant.of(waiting()).to(ANNA)));
    }

    public ReclaimGrant reclaimable() {
        ReclaimGrantOutcome outcome = await(scope().reclaims()
                .issueGrant(IssueReclaimGrant.of(lapsed().executionId()).to(ANNA)));
        return ((ReclaimGrantOutcome.Granted) outcome).grant();
    }

    public void registered() {
        await(scope().workers().register(RegisterWorker.as(ANNA).lanes(LANE)));
    }

    /** Three executions with tags and histories, for those who read. */
    public ExecutionId somethingToRead() {
        ExecutionId id = ended();
        scope().executions().setTag(id, "billing.invoice", "A-1").block(PATIENCE);
        await(scope().operator().cancel(waiting(), ORDER));
        waiting();
        registered();
        return id;
    }
}
