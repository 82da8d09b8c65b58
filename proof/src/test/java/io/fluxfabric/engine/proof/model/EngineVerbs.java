package io.fluxfabric.engine.proof.model;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.Scope;
import io.fluxfabric.engine.error.EngineException;
import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.execution.FailOutcome;
import io.fluxfabric.engine.execution.Moment;
import io.fluxfabric.engine.execution.Progress;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.execution.SubmitOutcome;
import io.fluxfabric.engine.grant.ClaimForWorker;
import io.fluxfabric.engine.grant.ClaimGrant;
import io.fluxfabric.engine.grant.ConsumeGrant;
import io.fluxfabric.engine.grant.GrantKey;
import io.fluxfabric.engine.grant.IssueClaimGrant;
import io.fluxfabric.engine.grant.IssueGrantAndClaim;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.id.WorkerInstanceId;
import io.fluxfabric.engine.lane.Lane;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.lease.RenewOutcome;
import io.fluxfabric.engine.operator.Order;
import io.fluxfabric.engine.operator.RevokeLease;
import io.fluxfabric.engine.operator.RevokeOutcome;
import io.fluxfabric.engine.policy.Failure;
import io.fluxfabric.engine.policy.Retry;
import io.fluxfabric.engine.reclaim.IssueReclaimGrant;
import io.fluxfabric.engine.reclaim.ReclaimExecution;
import io.fluxfabric.engine.reclaim.ReclaimGrantOutcome;
import io.fluxfabric.engine.reclaim.ReclaimOutcome;
import io.fluxfabric.engine.reconcile.Reconciler;
import io.fluxfabric.engine.reconcile.ScanReport;
import io.fluxfabric.engine.state.BlockingReason;
import io.fluxfabric.engine.worker.DrainOutcome;
import io.fluxfabric.engine.worker.Heartbeat;
import io.fluxfabric.engine.worker.HeartbeatOutcome;
import io.fluxfabric.engine.worker.MarkDeadOutcome;
import io.fluxfabric.engine.worker.RegisterWorker;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import reactor.core.publisher.Mono;

/** One actor at the engine. */
final class EngineVerbs implements Verbs {

    /** How long an idempotency key is remembered. */
    static final Duration KEY_WINDOW = Duration.ofSeconds(60);

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Order ORDER = Order.by("olga", "because");

    /** A grant, whichever kind it is. */
    record AnyGrant(GrantKey key, WorkerIdentity to) {}

    /** A request that named its lease, for whoever sends it. */
    interface Use extends Function<EngineVerbs, Mono<String>> {}

    private final Stage stage;
    private final Engine node;
    private final String prefix;
    private final Seen<ExecutionId, Handle, AnyGrant, Use> seen;
    private int submits;

    EngineVerbs(Stage stage, Engine node, String prefix, Seen<ExecutionId, Handle, AnyGrant, Use> seen) {
        this.stage = stage;
        this.node = node;
        this.prefix = prefix;
        this.seen = seen;
    }

    /** Another actor, at another node, who knows what this one knows. */
    EngineVerbs fork(Engine otherNode, String otherPrefix) {
        return new EngineVerbs(stage, otherNode, otherPrefix, seen.copy());
    }

    private Scope scope() {
        return node.namespace(stage.namespace());
    }

    private static <T> String answer(Mono<T> call, Function<T, String> text) {
        try {
            String answer = call.map(text).block(PATIENCE);
            return answer == null ? EMPTY : answer;
        } catch (EngineException refusal) {
            return error(refusal);
        }
    }

    private static String error(EngineException refusal) {
        return "!" + refusal.code();
    }

    private static Duration seconds(int seconds) {
        return Duration.ofSeconds(seconds);
    }

    private long at(Instant instant) {
        return stage.at(instant);
    }

    // Submitting and claiming

    /** The id is made here, so that others can be told what they see before the answer is there. */
    @Override
    public String submit(Step.Submit step) {
        ExecutionId id = stage.name("#" + prefix + submits);
        return answer(scope().executions().submit(request(step).executionId(id)), outcome -> {
            if (outcome instanceof SubmitOutcome.Created created) {
                submits++;
                seen.executions().add(id);
                return "created " + stage.nameOf(id) + " " + created.publicState();
            }
            return "duplicate " + stage.nameOf(outcome.executionId());
        });
    }

    static Submit request(Step.Submit step) {
        Submit submit = Submit.of("play")
                .lane(Cast.lane(step.lane()))
                .priority(step.priority())
                .requires(Cast.capabilities(step.requires()))
                .retry(retry(step.retry()))
                .policy(policy -> policy.withMaxReclaims(step.maxReclaims())
                        .withMaxReplays(step.maxReplays())
                        .withDedupWindow(KEY_WINDOW));
        submit = step.delay() > 0 ? submit.delay(seconds(step.delay())) : submit;
        submit = step.timeout() > 0 ? submit.attemptTimeout(seconds(step.timeout())) : submit;
        submit = step.retention() > 0
                ? submit.policy(policy -> policy.withRetention(seconds(step.retention())))
                : submit;
        submit = step.key() > 0 ? submit.idempotencyKey("key-" + step.key()) : submit;
        if (step.deadline() == 0) {
            return submit;
        }
        return step.ownDeadline()
                ? submit.deadline(seconds(step.deadline()))
                : submit.policy(policy -> policy.withExecutionDeadline(seconds(step.deadline())));
    }

    private static Retry retry(Step.Retrying retrying) {
        return switch (retrying) {
            case NEVER -> Retry.none();
            case TWICE_AT_ONCE -> Retry.fixed(Duration.ZERO).max(2);
            case ONCE_LATER -> Retry.fixed(seconds(5)).max(1);
            case GROWING -> Retry.exponential(seconds(1)).upTo(seconds(3)).max(3);
            case NET_ONLY -> Retry.fixed(seconds(5)).max(2).onlyOn("net");
        };
    }

    @Override
    public String claim(Step.Claim step) {
        Claim claim = Claim.lane(Cast.lane(step.lane()))
                .as(Cast.worker(step.who()))
                .offers(Cast.capabilities(step.offers()))
                .max(step.max())
                .lease(seconds(step.lease()));
        return answer(
                scope().executions().claim(claim).collectList(),
                claimed -> claimed.stream().map(this::held).toList().toString());
    }

    private String held(Claimed claimed) {
        seen.handles().add(claimed.handle());
        return "%s attempt %d %s %s epoch %d retries %d until %d"
                .formatted(
                        stage.nameOf(claimed.executionId()),
                        claimed.handle().fence().attemptIndex(),
                        claimed.attemptType(),
                        claimed.handle().kind(),
                        claimed.handle().fence().epoch(),
                        claimed.retries(),
                        at(claimed.leaseExpiresAt()));
    }

    // What holders do

    private <T> String holding(int number, Function<Handle, Mono<T>> call, Function<T, String> text) {
        return seen.handle(number)
                .map(handle -> answer(call.apply(handle), text))
                .orElse(NOTHING_TO_DO);
    }

    @Override
    public String renew(Step.Renew step) {
        return holding(
                step.handle(),
                scope().leases()::renew,
                renewal -> "epoch %d until %d".formatted(renewal.epoch(), at(renewal.expiresAt())));
    }

    @Override
    public String renewBoth(Step.RenewBoth step) {
        return holding(
                step.handle(),
                first -> scope().leases()
                        .renewAll(List.of(first, seen.handle(step.other()).orElseThrow()))
                        .collectList(),
                outcomes -> outcomes.stream().map(this::renewed).collect(Collectors.joining(", ")));
    }

    private String renewed(RenewOutcome outcome) {
        return outcome instanceof RenewOutcome.Renewed renewed
                ? "epoch %d until %d"
                        .formatted(
                                renewed.renewal().epoch(), at(renewed.renewal().expiresAt()))
                : error(((RenewOutcome.Lost) outcome).reason());
    }

    @Override
    public String progress(Step.Progress step) {
        return holding(
                step.handle(),
                handle -> scope().executions().progress(handle, Progress.percent(step.percent())),
                nothing -> EMPTY);
    }

    @Override
    public String complete(Step.Complete step) {
        return holding(
                step.handle(), scope().executions()::complete, completed -> "completed at " + at(completed.at()));
    }

    @Override
    public String fail(Step.Fail step) {
        Failure failure = Failure.of(step.sort(), "broken");
        return holding(
                step.handle(),
                handle -> scope().executions().fail(handle, step.net() ? failure.withCategory("net") : failure),
                outcome -> outcome instanceof FailOutcome.RetryScheduled again
                        ? "retry at " + at(again.retryAt())
                        : ended((FailOutcome.TerminalFailed) outcome));
    }

    private String ended(FailOutcome.TerminalFailed end) {
        return "ended %s at %d".formatted(end.outcome(), at(end.at()));
    }

    @Override
    public String delay(Step.Delay step) {
        return holding(
                step.handle(),
                handle -> scope().executions().delay(handle, Moment.after(seconds(step.seconds()))),
                delayed -> "delayed until " + at(delayed.until()));
    }

    @Override
    public String release(Step.Release step) {
        return holding(step.handle(), handle -> scope().executions().release(handle, "tired"), released -> "released");
    }

    @Override
    public String cancelHeld(Step.CancelHeld step) {
        return holding(
                step.handle(),
                handle -> scope().executions().cancel(handle, "enough"),
                cancelled -> "cancelled at " + at(cancelled.at()));
    }

    // What operators do

    private <T> String known(int number, Function<ExecutionId, Mono<T>> call, Function<T, String> text) {
        return seen.execution(number).map(id -> answer(call.apply(id), text)).orElse(NOTHING_TO_DO);
    }

    @Override
    public String cancel(Step.Cancel step) {
        return known(
                step.execution(),
                id -> scope().operator().cancel(id, ORDER),
                cancelled -> "cancelled at " + at(cancelled.at()));
    }

    @Override
    public String revoke(Step.Revoke step) {
        return known(
                step.execution(),
                id -> {
                    RevokeLease revoke = RevokeLease.of(id, ORDER);
                    return scope().operator()
                            .revokeLease(step.holder() < 0 ? revoke : revoke.heldBy(Cast.instance(step.holder())));
                },
                EngineVerbs::revoked);
    }

    @Override
    public String revokeEpoch(Step.RevokeEpoch step) {
        return holding(
                step.handle(),
                handle -> scope().operator()
                        .revokeLease(RevokeLease.of(handle.executionId(), ORDER)
                                .ofEpoch(handle.fence().epoch())),
                EngineVerbs::revoked);
    }

    private static String revoked(RevokeOutcome outcome) {
        return outcome instanceof RevokeOutcome.Revoked revoked
                ? "revoked epoch " + revoked.epoch()
                : "satisfied " + ((RevokeOutcome.AlreadySatisfied) outcome).reason();
    }

    @Override
    public String prioritise(Step.Prioritise step) {
        return known(
                step.execution(),
                id -> scope().operator().changePriority(id, step.priority(), ORDER),
                changed -> "priority %d to %d"
                        .formatted(changed.before().value(), changed.now().value()));
    }

    @Override
    public String replay(Step.Replay step) {
        return known(
                step.execution(),
                id -> scope().operator().replay(id, ORDER),
                replayed -> "replay %d %s".formatted(replayed.replays(), replayed.publicState()));
    }

    @Override
    public String block(Step.Block step) {
        return known(
                step.execution(), id -> scope().operator().block(id, step.reason(), "wait", ORDER), nothing -> EMPTY);
    }

    @Override
    public String unblock(Step.Unblock step) {
        Optional<BlockingReason> expected =
                Optional.of(step.expected()).filter(reason -> reason != BlockingReason.NONE);
        return known(step.execution(), id -> scope().operator().unblock(id, expected, ORDER), nothing -> EMPTY);
    }

    // Grants

    @Override
    public String issueGrant(Step.IssueGrant step) {
        return known(
                step.execution(),
                id -> scope().grants()
                        .issue(IssueClaimGrant.of(id)
                                .to(Cast.worker(step.who()))
                                .offers(Cast.capabilities(step.offers()))
                                .ttl(seconds(step.ttl()))),
                this::granted);
    }

    @Override
    public String grantBest(Step.GrantBest step) {
        return answer(
                scope().grants()
                        .claimForWorker(ClaimForWorker.lane(Cast.lane(step.lane()))
                                .as(Cast.worker(step.who()))
                                .offers(Cast.capabilities(step.offers()))
                                .ttl(seconds(step.ttl()))),
                this::granted);
    }

    private String granted(ClaimGrant grant) {
        seen.grants().add(new AnyGrant(grant.key(), grant.worker()));
        return "granted %s until %d".formatted(stage.nameOf(grant.executionId()), at(grant.expiresAt()));
    }

    @Override
    public String useGrant(Step.UseGrant step) {
        return seen.grant(step.grant())
                .map(grant -> {
                    ConsumeGrant request = ConsumeGrant.with(grant.key())
                            .as(taker(grant, step.who()))
                            .lease(seconds(step.lease()));
                    return remembered(
                            actor -> actor.scope().grants().claim(request).map(actor::held));
                })
                .orElse(NOTHING_TO_DO);
    }

    private static WorkerIdentity taker(AnyGrant grant, int who) {
        return who < 0 ? grant.to() : Cast.worker(who);
    }

    @Override
    public String forceClaim(Step.ForceClaim step) {
        return seen.execution(step.execution())
                .map(id -> {
                    IssueGrantAndClaim request = IssueGrantAndClaim.of(id, ORDER)
                            .as(Cast.worker(step.who()))
                            .lease(seconds(step.lease()));
                    return remembered(actor ->
                            actor.scope().grants().issueAndClaim(request).map(actor::held));
                })
                .orElse(NOTHING_TO_DO);
    }

    @Override
    public String reclaim(Step.Reclaim step) {
        return seen.grant(step.grant())
                .map(grant -> {
                    ReclaimExecution request = ReclaimExecution.with(grant.key())
                            .as(taker(grant, step.who()))
                            .lease(seconds(step.lease()));
                    return remembered(
                            actor -> actor.scope().reclaims().reclaim(request).map(actor::reclaimed));
                })
                .orElse(NOTHING_TO_DO);
    }

    private String reclaimed(ReclaimOutcome outcome) {
        return switch (outcome.kind()) {
            case CLAIMED -> held(((ReclaimOutcome.Claimed) outcome).execution());
            case NOT_RECLAIMABLE -> "not reclaimable " + ((ReclaimOutcome.NotReclaimable) outcome).reason();
            case RECLAIM_CAP_EXCEEDED -> "cap exceeded " + ((ReclaimOutcome.ReclaimCapExceeded) outcome).reclaims();
            case GRANT_NOT_FOUND -> "grant not found";
        };
    }

    private String remembered(Use use) {
        seen.uses().add(use);
        return answer(use.apply(this), text -> text);
    }

    @Override
    public String again(Step.Again step) {
        return seen.use(step.use())
                .map(use -> answer(use.apply(this), text -> text))
                .orElse(NOTHING_TO_DO);
    }

    @Override
    public String issueReclaim(Step.IssueReclaim step) {
        return known(
                step.execution(),
                id -> scope().reclaims()
                        .issueGrant(IssueReclaimGrant.of(id)
                                .to(Cast.worker(step.who()))
                                .offers(Cast.capabilities(step.offers()))
                                .ttl(seconds(step.ttl()))),
                this::reclaimGranted);
    }

    private String reclaimGranted(ReclaimGrantOutcome outcome) {
        return switch (outcome.kind()) {
            case GRANTED -> {
                ReclaimGrantOutcome.Granted granted = (ReclaimGrantOutcome.Granted) outcome;
                seen.grants()
                        .add(new AnyGrant(granted.grant().key(), granted.grant().worker()));
                yield "granted %s until %d"
                        .formatted(
                                stage.nameOf(granted.executionId()),
                                at(granted.grant().expiresAt()));
            }
            case NOT_RECLAIMABLE -> "not reclaimable " + ((ReclaimGrantOutcome.NotReclaimable) outcome).reason();
            case RECLAIM_CAP_EXCEEDED ->
                "cap exceeded " + ((ReclaimGrantOutcome.ReclaimCapExceeded) outcome).reclaims();
        };
    }

    // Workers, lanes, time

    private static WorkerInstanceId instance(int who) {
        return Cast.worker(who).instance();
    }

    @Override
    public String register(Step.Register step) {
        RegisterWorker request = RegisterWorker.as(Cast.worker(step.who()))
                .lanes(Cast.LANES.toArray(String[]::new))
                .livenessTtl(seconds(step.ttl()));
        return answer(
                scope().workers().register(request), outcome -> outcome.kind() + " until " + at(outcome.expiresAt()));
    }

    @Override
    public String beat(Step.Beat step) {
        return answer(scope().workers().heartbeat(instance(step.who())), this::beat);
    }

    private String beat(HeartbeatOutcome outcome) {
        return outcome instanceof HeartbeatOutcome.Refreshed alive
                ? "alive until %d%s".formatted(at(alive.nextExpiry()), alive.draining() ? " draining" : "")
                : "not registered";
    }

    @Override
    public String beatAndRenew(Step.BeatAndRenew step) {
        return holding(
                step.handle(),
                handle -> scope().workers().heartbeat(instance(step.who()), List.of(handle)),
                this::beatAndRenewed);
    }

    private String beatAndRenewed(Heartbeat heartbeat) {
        return beat(heartbeat.liveness()) + ", " + renewed(heartbeat.leases().get(0));
    }

    @Override
    public String markDead(Step.MarkDead step) {
        Scope teller = stage.node(step.grace()).namespace(stage.namespace());
        return answer(
                teller.workers().markDead(instance(step.who()), "gone"),
                outcome -> outcome instanceof MarkDeadOutcome.Marked marked
                        ? "dead, released " + marked.leasesReleased()
                        : "not registered");
    }

    @Override
    public String drainWorker(Step.DrainWorker step) {
        WorkerInstanceId instance = instance(step.who());
        return answer(
                step.drain()
                        ? scope().workers().drain(instance)
                        : scope().workers().resume(instance),
                DrainOutcome::name);
    }

    @Override
    public String setLane(Step.SetLane step) {
        String lane = Cast.lane(step.lane());
        Mono<Lane> call = switch (step.state()) {
            case ACTIVE -> scope().lanes().resume(lane, ORDER);
            case PAUSED -> scope().lanes().pause(lane, ORDER);
            case DRAINING -> scope().lanes().drain(lane, ORDER);
            case DISABLED -> scope().lanes().disable(lane, ORDER);
        };
        return answer(call, changed -> changed.state().name());
    }

    @Override
    public String pass(Step.Pass step) {
        Reconciler reconciler = new Reconciler(step.task(), Duration.ofSeconds(1));
        return answer(stage.node(step.grace()).reconcilers().pass(reconciler), EngineVerbs::passed);
    }

    private static String passed(ScanReport report) {
        return report.cause().map(cause -> "broke off: " + cause).orElse("passed");
    }

    @Override
    public String advance(Step.Advance step) {
        stage.clock().advance(Duration.ofMillis(step.millis()));
        return "now " + at(stage.clock().now());
    }
}
