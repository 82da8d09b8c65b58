package io.fluxfabric.engine.proof.model;

import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.policy.FailureClass;
import io.fluxfabric.engine.state.AttemptLifecycle;
import io.fluxfabric.engine.state.AttemptOutcome;
import io.fluxfabric.engine.state.BlockingReason;
import io.fluxfabric.engine.state.LaneState;
import io.fluxfabric.engine.state.LifecyclePhase;
import io.fluxfabric.engine.state.OwnershipState;
import io.fluxfabric.engine.state.Transition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One actor in the world of the model. */
final class ModelVerbs implements Verbs {

    /** A request that named its lease: with a claim grant, with a reclaim grant, or by force. */
    record Use(Grant grant, Exec forced, boolean toReclaim, Exec.Taker taker) {}

    private static final Pattern NAME = Pattern.compile("#\\w+");

    private final Model model;
    private final String prefix;
    private final Seen<Exec, Exec.Lease, Grant, Use> seen;
    private int submits;
    private Optional<String> observed = Optional.empty();

    ModelVerbs(Model model, String prefix, Seen<Exec, Exec.Lease, Grant, Use> seen) {
        this.model = model;
        this.prefix = prefix;
        this.seen = seen;
    }

    /** Another actor, who knows what this one knows. */
    ModelVerbs fork(String otherPrefix) {
        return new ModelVerbs(model, otherPrefix, seen.copy());
    }

    /**
     * Does a step among others that run at the same time. A claim passes over what somebody is just at, so it may get less than there
     * is: it is held to what it got, each of which must have been there to get.
     */
    String amongOthers(Step step, String answer) {
        observed = Optional.of(answer);
        String modelled = step.on(this);
        observed = Optional.empty();
        return modelled;
    }

    // Submitting and claiming

    @Override
    public String submit(Step.Submit step) {
        Model.Key key = model.keys.get(step.key());
        if (key != null && key.until() > model.now) {
            return key.body().asksTheSameAs(step) ? "duplicate " + key.execution().name : "!IDEMPOTENCY_MISMATCH";
        }
        if (!model.lane(Cast.lane(step.lane())).accepts()) {
            return "!LANE_NOT_ACCEPTING";
        }
        Exec created = new Exec("#" + prefix + submits++, model.executions.size(), step, model.now);
        model.executions.add(created);
        seen.executions().add(created);
        if (step.key() > 0) {
            model.keys.put(step.key(), new Model.Key(created, step, model.now + EngineVerbs.KEY_WINDOW.toMillis()));
        }
        return "created " + created.name + " " + created.state.publicState();
    }

    @Override
    public String claim(Step.Claim step) {
        List<Exec> wanted = observed.map(answer -> named(answer, step)).orElseGet(() -> best(step));
        List<String> answer = new ArrayList<>();
        for (Exec execution : wanted) {
            answer.add(held(execution.take(new Exec.Taker(Cast.worker(step.who()), step.lease()), model.now)));
        }
        return answer.toString();
    }

    private List<Exec> best(Step.Claim step) {
        return claimable(step.lane(), step.who(), step.offers()).stream()
                .limit(step.max())
                .toList();
    }

    private List<Exec> claimable(int lane, int who, int offers) {
        return model.executions.stream()
                .filter(one -> model.claimable(one, lane, who, offers))
                .sorted(Comparator.<Exec>comparingInt(one -> -one.priority)
                        .thenComparing(one -> one.createdAt)
                        .thenComparing(one -> one.order))
                .toList();
    }

    private List<Exec> named(String answer, Step.Claim step) {
        List<Exec> claimable = claimable(step.lane(), step.who(), step.offers());
        List<Exec> named = new ArrayList<>();
        Matcher names = NAME.matcher(answer);
        while (names.find()) {
            claimable.stream().filter(one -> one.name.equals(names.group())).forEach(named::add);
        }
        return named;
    }

    private String held(Exec.Lease lease) {
        seen.handles().add(lease);
        Exec execution = lease.of;
        return "%s attempt %d %s %s epoch %d retries %d until %d"
                .formatted(
                        execution.name,
                        lease.attempt,
                        execution.attempts.get(lease.attempt).type,
                        lease.kind,
                        lease.epoch,
                        execution.retries,
                        lease.expiresAt);
    }

    // What holders do

    private String fenced(int handle, Function<Exec, String> act, Function<Exec.Try, Optional<String>> repetition) {
        return seen.handle(handle).map(lease -> fenced(lease, act, repetition)).orElse(NOTHING_TO_DO);
    }

    private String fenced(
            Exec.Lease lease, Function<Exec, String> act, Function<Exec.Try, Optional<String>> repetition) {
        Exec execution = lease.of;
        if (execution.forgotten) {
            return "!NOT_FOUND";
        }
        if (execution.lease == lease && lease.expiresAt > model.now) {
            return act.apply(execution);
        }
        Exec.Try attempt = execution.attempts.get(lease.attempt);
        Optional<Exec.Try> end =
                attempt.lease == lease && attempt.outcome != null ? Optional.of(attempt) : Optional.empty();
        return end.flatMap(repetition).orElseGet(() -> refusal(lease, end));
    }

    private String refusal(Exec.Lease lease, Optional<Exec.Try> end) {
        Exec execution = lease.of;
        if (execution.terminal()) {
            return "!EXECUTION_NOT_ACTIVE";
        }
        if (execution.lease != null) {
            return execution.lease == lease ? "!LEASE_EXPIRED" : "!STALE_LEASE";
        }
        if (end.filter(known -> "revoked".equals(known.interruption)).isPresent()) {
            return "!LEASE_REVOKED";
        }
        if (end.filter(known -> "expired".equals(known.interruption)).isPresent()) {
            return "!LEASE_EXPIRED";
        }
        return execution.state.phase() == LifecyclePhase.ACTIVE ? "!STALE_LEASE" : "!EXECUTION_NOT_ACTIVE";
    }

    @Override
    public String renew(Step.Renew step) {
        return seen.handle(step.handle()).map(this::renewed).orElse(NOTHING_TO_DO);
    }

    private String renewed(Exec.Lease lease) {
        return fenced(
                lease,
                execution -> {
                    long wanted = model.now + lease.ttl;
                    if (execution.timeoutAt != null) {
                        wanted = Math.min(wanted, execution.timeoutAt);
                    }
                    lease.expiresAt = Math.max(lease.expiresAt, wanted);
                    return "epoch %d until %d".formatted(lease.epoch, lease.expiresAt);
                },
                end -> Optional.empty());
    }

    @Override
    public String renewBoth(Step.RenewBoth step) {
        return seen.handle(step.handle())
                .map(first -> renewed(first) + ", "
                        + renewed(seen.handle(step.other()).orElseThrow()))
                .orElse(NOTHING_TO_DO);
    }

    @Override
    public String progress(Step.Progress step) {
        return fenced(
                step.handle(),
                execution -> {
                    execution.progress = step.percent();
                    return EMPTY;
                },
                end -> Optional.empty());
    }

    @Override
    public String complete(Step.Complete step) {
        return fenced(
                step.handle(),
                execution -> {
                    execution.running().end(AttemptLifecycle.ENDED_SUCCESS, AttemptOutcome.SUCCESS, null, model.now);
                    execution.finish(Transition.COMPLETE, model.now);
                    return "completed at " + model.now;
                },
                end -> end.outcome == AttemptOutcome.SUCCESS
                        ? Optional.of("completed at " + end.endedAt)
                        : Optional.empty());
    }

    @Override
    public String fail(Step.Fail step) {
        return fenced(step.handle(), execution -> fail(execution, step), end -> failedBefore(end, step));
    }

    private String fail(Exec execution, Step.Fail step) {
        Exec.Try attempt = execution.running();
        long delay = model.retryDelay(execution, step.sort(), step.net());
        if (delay >= 0) {
            attempt.end(AttemptLifecycle.ENDED_FAILURE, AttemptOutcome.RETRY, step.sort(), model.now);
            attempt.retryAt = model.now + delay;
            execution.finish(delay == 0 ? Transition.RETRY_NOW : Transition.RETRY, model.now);
            execution.delayUntil = delay == 0 ? null : attempt.retryAt;
            execution.retries++;
            return "retry at " + attempt.retryAt;
        }
        boolean cancelled = step.sort() == FailureClass.CANCELLED;
        attempt.end(
                cancelled ? AttemptLifecycle.ENDED_CANCELLED : AttemptLifecycle.ENDED_FAILURE,
                cancelled ? AttemptOutcome.CANCELLED : AttemptOutcome.FAILED,
                step.sort(),
                model.now);
        execution.finish(cancelled ? Transition.CANCEL : Transition.FAIL, model.now);
        return "ended %s at %d".formatted(execution.state.outcome(), model.now);
    }

    private static Optional<String> failedBefore(Exec.Try end, Step.Fail step) {
        boolean cancelled = end.outcome == AttemptOutcome.CANCELLED
                && (end.failure != null || step.sort() == FailureClass.CANCELLED);
        if (cancelled) {
            return Optional.of("ended CANCELLED at " + end.endedAt);
        }
        if (end.outcome == AttemptOutcome.FAILED) {
            return Optional.of("ended FAILED at " + end.endedAt);
        }
        return end.outcome == AttemptOutcome.RETRY ? Optional.of("retry at " + end.retryAt) : Optional.empty();
    }

    @Override
    public String delay(Step.Delay step) {
        return fenced(
                step.handle(),
                execution -> {
                    long until = model.now + Cast.seconds(step.seconds());
                    execution.running().interrupt(AttemptOutcome.ATTEMPT_INTERRUPTED, "delayed", until, model.now);
                    giveBack(execution, step.seconds() > 0 ? Transition.DELAY : Transition.RELEASE);
                    execution.delayUntil = step.seconds() > 0 ? (Long) until : null;
                    return "delayed until " + until;
                },
                end -> "delayed".equals(end.interruption)
                        ? Optional.of("delayed until " + end.retryAt)
                        : Optional.empty());
    }

    private void giveBack(Exec execution, Transition transition) {
        Long left = execution.timeoutAt == null ? null : (Long) Math.max(0, execution.timeoutAt - model.now);
        execution.finish(transition, model.now);
        execution.timeoutLeft = left;
    }

    @Override
    public String release(Step.Release step) {
        return fenced(
                step.handle(),
                execution -> {
                    execution.running().interrupt(AttemptOutcome.ATTEMPT_INTERRUPTED, "released", null, model.now);
                    giveBack(execution, Transition.RELEASE);
                    return "released";
                },
                end -> "released".equals(end.interruption) ? Optional.of("released") : Optional.empty());
    }

    @Override
    public String cancelHeld(Step.CancelHeld step) {
        return fenced(
                step.handle(),
                execution -> {
                    execution
                            .running()
                            .end(AttemptLifecycle.ENDED_CANCELLED, AttemptOutcome.CANCELLED, null, model.now);
                    execution.finish(Transition.CANCEL, model.now);
                    return "cancelled at " + model.now;
                },
                end -> end.outcome == AttemptOutcome.CANCELLED
                        ? Optional.of("cancelled at " + end.endedAt)
                        : Optional.empty());
    }

    // What operators do

    private String known(int number, Function<Exec, String> act) {
        return seen.execution(number)
                .map(execution -> execution.forgotten ? "!NOT_FOUND" : act.apply(execution))
                .orElse(NOTHING_TO_DO);
    }

    @Override
    public String cancel(Step.Cancel step) {
        return known(step.execution(), execution -> {
            if (execution.terminal() && !execution.cancelled()) {
                return "!EXECUTION_NOT_ACTIVE";
            }
            if (!execution.cancelled()) {
                execution.endFromOutside(
                        Transition.CANCEL,
                        AttemptLifecycle.ENDED_CANCELLED,
                        AttemptOutcome.CANCELLED,
                        null,
                        "REVOKED",
                        model.now);
            }
            return "cancelled at " + execution.terminalAt;
        });
    }

    @Override
    public String revoke(Step.Revoke step) {
        return known(step.execution(), execution -> {
            if (!execution.leased()) {
                return "satisfied NO_ACTIVE_LEASE";
            }
            boolean others = step.holder() >= 0
                    && !execution.lease.holder.instance().value().equals(Cast.instance(step.holder()));
            return others ? "satisfied DIFFERENT_WORKER_INSTANCE" : revoked(execution);
        });
    }

    @Override
    public String revokeEpoch(Step.RevokeEpoch step) {
        return seen.handle(step.handle())
                .map(lease -> {
                    if (lease.of.forgotten) {
                        return "!NOT_FOUND";
                    }
                    if (!lease.of.leased()) {
                        return "satisfied NO_ACTIVE_LEASE";
                    }
                    return lease.of.lease == lease ? revoked(lease.of) : "satisfied EPOCH_MOVED";
                })
                .orElse(NOTHING_TO_DO);
    }

    private String revoked(Exec execution) {
        execution.running().interrupt(AttemptOutcome.ATTEMPT_INTERRUPTED, "revoked", null, model.now);
        execution.pause(Transition.REVOKE_LEASE, model.now);
        execution.fence(true, "REVOKED");
        return "revoked epoch " + execution.epoch;
    }

    @Override
    public String prioritise(Step.Prioritise step) {
        return known(step.execution(), execution -> {
            if (!Transition.CHANGE_PRIORITY.admits(execution.state)) {
                return "!EXECUTION_NOT_ELIGIBLE";
            }
            int before = execution.priority;
            execution.priority = Math.max(0, Math.min(9000, step.priority()));
            return "priority %d to %d".formatted(before, execution.priority);
        });
    }

    @Override
    public String replay(Step.Replay step) {
        return known(step.execution(), execution -> {
            if (!execution.terminal()) {
                return "!EXECUTION_NOT_TERMINAL";
            }
            if (execution.replays >= execution.asked.maxReplays()) {
                return "!MAX_REPLAYS_EXHAUSTED";
            }
            execution.move(Transition.REPLAY);
            execution.epoch++;
            execution.replays++;
            execution.retries = 0;
            execution.reclaims = 0;
            execution.terminalAt = null;
            execution.progress = null;
            boolean byPolicy = execution.asked.deadline() > 0 && !execution.asked.ownDeadline();
            if (byPolicy) {
                execution.deadline = model.now + Cast.seconds(execution.asked.deadline());
            } else if (Exec.due(execution.deadline, model.now)) {
                execution.deadline = null;
            }
            return "replay %d %s".formatted(execution.replays, execution.state.publicState());
        });
    }

    @Override
    public String block(Step.Block step) {
        Optional<Transition> transition = blocking(step.reason());
        if (transition.isEmpty()) {
            return seen.execution(step.execution()).isEmpty() ? NOTHING_TO_DO : "!INVALID_BLOCKING_REASON";
        }
        return known(step.execution(), execution -> moved(execution, transition.get()));
    }

    private static Optional<Transition> blocking(BlockingReason reason) {
        return switch (reason) {
            case WAITING_FOR_BUDGET -> Optional.of(Transition.BLOCK_FOR_BUDGET);
            case WAITING_FOR_QUOTA -> Optional.of(Transition.BLOCK_FOR_QUOTA);
            case WAITING_FOR_CAPABLE_WORKER -> Optional.of(Transition.BLOCK_FOR_ROUTE);
            case PAUSED_BY_POLICY -> Optional.of(Transition.BLOCK_FOR_LANE);
            case PAUSED_BY_OPERATOR -> Optional.of(Transition.BLOCK_BY_OPERATOR);
            default -> Optional.empty();
        };
    }

    private static String moved(Exec execution, Transition transition) {
        if (!transition.admits(execution.state)) {
            return execution.terminal() ? "!EXECUTION_NOT_ACTIVE" : "!EXECUTION_NOT_ELIGIBLE";
        }
        execution.move(transition);
        return EMPTY;
    }

    @Override
    public String unblock(Step.Unblock step) {
        return known(step.execution(), execution -> {
            boolean another = step.expected() != BlockingReason.NONE && step.expected() != execution.state.blocking();
            return Transition.UNBLOCK.admits(execution.state) && another
                    ? "!EXECUTION_NOT_ELIGIBLE"
                    : moved(execution, Transition.UNBLOCK);
        });
    }

    // Grants

    @Override
    public String issueGrant(Step.IssueGrant step) {
        return known(step.execution(), execution -> {
            boolean laneGives = model.lane(Cast.lane(execution.asked.lane())).gives();
            if (!Transition.GRANT_CLAIM.admits(execution.state) || !laneGives) {
                return "!EXECUTION_NOT_ELIGIBLE";
            }
            if (model.granted(execution)) {
                return "!GRANT_ALREADY_EXISTS";
            }
            return Cast.covers(step.offers(), execution.asked.requires())
                    ? granted(execution, step.who(), step.ttl())
                    : "!CAPABILITY_MISMATCH";
        });
    }

    private String granted(Exec execution, int who, int ttl) {
        Grant grant = new Grant(execution, false, Cast.worker(who), model.now + Cast.seconds(ttl));
        execution.stored = grant;
        execution.grantedUntil = grant.expiresAt();
        seen.grants().add(grant);
        return "granted %s until %d".formatted(execution.name, grant.expiresAt());
    }

    @Override
    public String grantBest(Step.GrantBest step) {
        List<Exec> claimable = claimable(step.lane(), step.who(), step.offers());
        Optional<Exec> best = observed.isEmpty()
                ? claimable.stream().findFirst()
                : claimable.stream()
                        .filter(one -> observed.get().contains(one.name + " "))
                        .findFirst();
        return best.map(execution -> granted(execution, step.who(), step.ttl())).orElse(EMPTY);
    }

    @Override
    public String useGrant(Step.UseGrant step) {
        return seen.grant(step.grant())
                .map(grant -> remembered(new Use(grant, null, false, taker(grant.to(), step.who(), step.lease()))))
                .orElse(NOTHING_TO_DO);
    }

    @Override
    public String forceClaim(Step.ForceClaim step) {
        return seen.execution(step.execution())
                .map(execution -> remembered(
                        new Use(null, execution, false, new Exec.Taker(Cast.worker(step.who()), step.lease()))))
                .orElse(NOTHING_TO_DO);
    }

    @Override
    public String reclaim(Step.Reclaim step) {
        return seen.grant(step.grant())
                .map(grant -> remembered(new Use(grant, null, true, taker(grant.to(), step.who(), step.lease()))))
                .orElse(NOTHING_TO_DO);
    }

    private static Exec.Taker taker(WorkerIdentity grantee, int who, int lease) {
        return new Exec.Taker(who < 0 ? grantee : Cast.worker(who), lease);
    }

    private String remembered(Use use) {
        seen.uses().add(use);
        return sent(use);
    }

    @Override
    public String again(Step.Again step) {
        return seen.use(step.use()).map(this::sent).orElse(NOTHING_TO_DO);
    }

    private String sent(Use use) {
        Exec execution = use.forced() != null ? use.forced() : use.grant().of();
        if (execution.forgotten) {
            return "!NOT_FOUND";
        }
        if (use.forced() != null) {
            return repeated(execution, use).orElseGet(() -> forced(execution, use));
        }
        return use.toReclaim()
                ? repeated(execution, use).orElseGet(() -> reclaimed(execution, use))
                : used(execution, use);
    }

    private Optional<String> repeated(Exec execution, Use use) {
        Exec.Lease lease = execution.lease;
        boolean same = lease != null
                && lease.id == use.taker().leaseId()
                && lease.holder.equals(use.taker().who())
                && lease.expiresAt > model.now;
        return same ? Optional.of(held(lease)) : Optional.empty();
    }

    private String forced(Exec execution, Use use) {
        if (!Transition.GRANT_CLAIM.admits(execution.state)) {
            return "!EXECUTION_NOT_ELIGIBLE";
        }
        return model.granted(execution) ? "!GRANT_ALREADY_EXISTS" : taken(execution, use);
    }

    private String taken(Exec execution, Use use) {
        execution.stored = null;
        return held(execution.take(use.taker(), model.now));
    }

    private String used(Exec execution, Use use) {
        Grant grant = use.grant();
        if (grant.toReclaim() || !grant.to().equals(use.taker().who())) {
            return "!INVALID_CLAIM_GRANT";
        }
        return repeated(execution, use).orElseGet(() -> {
            if (execution.terminal()) {
                return "!EXECUTION_NOT_ACTIVE";
            }
            if (grant.expiresAt() <= model.now) {
                return "!CLAIM_GRANT_EXPIRED";
            }
            if (!grant.equals(execution.stored) || !model.granted(execution)) {
                return "!INVALID_CLAIM_GRANT";
            }
            if (execution.state.ownership() != OwnershipState.UNOWNED) {
                return "!LEASE_CONFLICT";
            }
            return Transition.CLAIM.admits(execution.state) ? taken(execution, use) : "!EXECUTION_NOT_LEASEABLE";
        });
    }

    // Reclaims

    private Optional<String> notReclaimable(Exec execution) {
        if (execution.heldForReclaim() || execution.lapsed(model.now)) {
            return Optional.empty();
        }
        return Optional.of(execution.leased() ? "not reclaimable LEASE_STILL_LIVE" : "not reclaimable NOT_ACTIVE");
    }

    @Override
    public String issueReclaim(Step.IssueReclaim step) {
        return known(
                step.execution(),
                execution -> notReclaimable(execution).orElseGet(() -> {
                    Grant stored = execution.stored;
                    if (stored != null && stored.toReclaim() && stored.expiresAt() > model.now) {
                        return "!GRANT_ALREADY_EXISTS";
                    }
                    if (!Cast.covers(step.offers(), execution.asked.requires())) {
                        return "not reclaimable MISSING_CAPABILITY";
                    }
                    if (execution.reclaims >= execution.asked.maxReclaims()) {
                        return "cap exceeded " + execution.reclaims;
                    }
                    Grant grant =
                            new Grant(execution, true, Cast.worker(step.who()), model.now + Cast.seconds(step.ttl()));
                    execution.stored = grant;
                    seen.grants().add(grant);
                    return "granted %s until %d".formatted(execution.name, grant.expiresAt());
                }));
    }

    private String reclaimed(Exec execution, Use use) {
        Grant grant = use.grant();
        if (!grant.equals(execution.stored) || !grant.toReclaim() || grant.expiresAt() <= model.now) {
            return "grant not found";
        }
        if (!grant.to().worker().equals(use.taker().who().worker())) {
            return "!INVALID_INPUT";
        }
        return notReclaimable(execution).orElseGet(() -> {
            if (execution.reclaims >= execution.asked.maxReclaims()) {
                int reclaims = execution.reclaims;
                execution.giveUp(model.now);
                return "cap exceeded " + reclaims;
            }
            execution.stored = null;
            return held(execution.takeOver(use.taker(), model.now));
        });
    }

    // Workers, lanes, time

    @Override
    public String register(Step.Register step) {
        WorkerIdentity who = Cast.worker(step.who());
        Model.Registered known = model.workers.get(who.instance().value());
        boolean alive = known != null && known.alive(model.now);
        if (alive && !known.worker.equals(who.worker().value())) {
            return "!INVALID_INPUT";
        }
        Model.Registered registered = alive ? known : new Model.Registered();
        registered.worker = who.worker().value();
        registered.lastWord = model.now;
        registered.ttl = Cast.seconds(step.ttl());
        model.workers.put(who.instance().value(), registered);
        return (alive ? "REFRESHED until " : "REGISTERED until ") + (model.now + registered.ttl);
    }

    private String alive(int who, Function<Model.Registered, String> act, Supplier<String> otherwise) {
        Model.Registered known = model.workers.get(Cast.instance(who));
        return known != null && known.alive(model.now) ? act.apply(known) : otherwise.get();
    }

    @Override
    public String beat(Step.Beat step) {
        return alive(
                step.who(),
                known -> {
                    known.lastWord = model.now;
                    return "alive until %d%s".formatted(model.now + known.ttl, known.draining ? " draining" : "");
                },
                () -> "not registered");
    }

    @Override
    public String beatAndRenew(Step.BeatAndRenew step) {
        return seen.handle(step.handle())
                .map(lease -> beat(new Step.Beat(step.who())) + ", " + renewed(lease))
                .orElse(NOTHING_TO_DO);
    }

    @Override
    public String markDead(Step.MarkDead step) {
        return model.workers.containsKey(Cast.instance(step.who()))
                ? "dead, released " + model.strike(Cast.instance(step.who()), step.grace())
                : "not registered";
    }

    @Override
    public String drainWorker(Step.DrainWorker step) {
        return alive(
                step.who(),
                known -> {
                    known.draining = step.drain();
                    return step.drain() ? "DRAINING" : "WORKING";
                },
                () -> "NOT_REGISTERED");
    }

    @Override
    public String setLane(Step.SetLane step) {
        model.lanes.put(Cast.lane(step.lane()), step.state());
        return step.state() == LaneState.ACTIVE ? "ACTIVE" : step.state().name();
    }

    @Override
    public String pass(Step.Pass step) {
        model.pass(step.task(), step.grace());
        return "passed";
    }

    @Override
    public String advance(Step.Advance step) {
        model.now += step.millis();
        return "now " + model.now;
    }
}
