package io.fluxfabric.engine.proof.model;

import io.fluxfabric.engine.policy.FailureClass;
import io.fluxfabric.engine.proof.model.Step.Retrying;
import io.fluxfabric.engine.reconcile.Reconciler.Task;
import io.fluxfabric.engine.state.BlockingReason;
import io.fluxfabric.engine.state.LaneState;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;
import net.jqwik.api.Tuple.Tuple2;

/** Random steps. The first value of each choice is what a step shrinks to. */
final class Steps {

    private static final Arbitrary<Integer> EXECUTION = among(0, 0, 1, 1, 2);
    private static final Arbitrary<Integer> HANDLE = among(0, 0, 0, 0, 1, 2);
    private static final Arbitrary<Integer> LANE = among(0, 0, 0, 0, 0, 1);
    private static final Arbitrary<Integer> WHO = among(0, 0, 1, 2, 3);
    private static final Arbitrary<Integer> GRANTEE = among(-1, -1, -1, -1, -1, -1, 0, 2);
    private static final Arbitrary<Integer> OFFERS = among(2, 2, 2, 2, 1, 0);
    private static final Arbitrary<Integer> LEASE = among(10, 10, 30);
    private static final Arbitrary<Integer> TTL = among(5, 10);
    private static final Arbitrary<Boolean> GRACE = Arbitraries.of(false, true);

    /** What nobody may do while others act, because the model could not tell which of them saw it. */
    private static final Set<Task> ALONE =
            Set.of(Task.WORKER_SWEEP, Task.RETENTION, Task.GRANT_EXPIRY, Task.IDEMPOTENCY_EXPIRY);

    private Steps() {}

    static Arbitrary<Play> inOrder() {
        return Combinators.combine(submit(), scenes(3, 16))
                .as((first, more) -> new Play(begun(first, more), List.of()));
    }

    static Arbitrary<Play> atOnce() {
        // A renewal of two leases promises nothing about both together: one refused is looked at later than the other
        // is renewed.
        Arbitrary<List<Step>> actor = amongOthers()
                .filter(step -> !(step instanceof Step.RenewBoth))
                .list()
                .ofMinSize(1)
                .ofMaxSize(3);
        return Combinators.combine(
                        submit(), scenes(1, 5), actor.list().ofMinSize(2).ofMaxSize(3))
                .as((first, more, actors) -> new Play(begun(first, more), actors));
    }

    private static List<Step> begun(Step first, List<List<Step>> scenes) {
        List<Step> steps = new ArrayList<>(List.of(first));
        scenes.forEach(steps::addAll);
        return steps;
    }

    private static Arbitrary<List<List<Step>>> scenes(int least, int most) {
        return scene().list().ofMinSize(least).ofMaxSize(most);
    }

    /** Mostly single steps; but single steps alone seldom get as far as the second life of a lost execution. */
    private static Arbitrary<List<Step>> scene() {
        Arbitrary<Step> claim = claim();
        Arbitrary<Step> lapse = among(10_000, 30_000).map(Step.Advance::new);
        return Arbitraries.frequencyOf(List.<Tuple2<Integer, Arbitrary<List<Step>>>>of(
                weighed(50, steps(any())),
                weighed(14, steps(submit(), claim)),
                weighed(3, submit().map(step -> List.of(step, step))),
                weighed(2, submit().map(step -> List.of(step, new Step.Advance(60_000), step))),
                weighed(3, steps(submit(), forceClaim())),
                weighed(2, WHO.map(Steps::drainAndResume)),
                weighed(2, WHO.map(Steps::beats)),
                weighed(
                        2,
                        steps(EXECUTION.map(one -> new Step.Block(one, BlockingReason.PAUSED_BY_OPERATOR)), unblock())),
                weighed(8, steps(claim, lapse, issueReclaim(), reclaim())),
                weighed(5, steps(lapse, pass(Task.LEASE_EXPIRY), issueReclaim(), reclaim())),
                weighed(7, steps(issueGrant(), useGrant())),
                weighed(3, steps(issueGrant(), useGrant(), HANDLE.map(Step.Again::new))),
                weighed(4, steps(register(), claim, markDead())),
                weighed(4, steps(register(), claim, lapse, pass(Task.WORKER_SWEEP))),
                weighed(6, steps(fail(), among(5000).map(Step.Advance::new), pass(Task.DELAYED_PROMOTION), claim)),
                weighed(4, steps(claim, lapse, pass(Task.ATTEMPT_TIMEOUT))),
                weighed(5, steps(EXECUTION.map(Step.Cancel::new), EXECUTION.map(Step.Replay::new), claim)),
                weighed(3, steps(claim, lapse, pass(Task.LEASE_EXPIRY), lapse, pass(Task.LEASE_EXPIRY)))));
    }

    private static List<Step> drainAndResume(int who) {
        return List.of(
                new Step.Register(who, 30),
                new Step.DrainWorker(who, true),
                new Step.Claim(0, who, 2, 1, 10),
                new Step.DrainWorker(who, false));
    }

    private static List<Step> beats(int who) {
        return List.of(new Step.Register(who, 30), new Step.Beat(who), new Step.BeatAndRenew(who, 0));
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // Only read.
    private static Arbitrary<List<Step>> steps(Arbitrary<Step>... steps) {
        return Combinators.combine(List.of(steps)).as(all -> all);
    }

    private static Arbitrary<Step> pass(Task task) {
        return GRACE.map(grace -> new Step.Pass(task, grace));
    }

    private static Arbitrary<Step> any() {
        List<Tuple2<Integer, Arbitrary<Step>>> steps = new ArrayList<>(common());
        steps.add(weighed(10, among(1, 1000, 5000, 9999, 10_000, 20_000, 60_000).map(Step.Advance::new)));
        steps.add(weighed(
                9, Combinators.combine(Arbitraries.of(Task.class), GRACE).as(Step.Pass::new)));
        return Arbitraries.frequencyOf(steps);
    }

    private static Arbitrary<Step> amongOthers() {
        List<Tuple2<Integer, Arbitrary<Step>>> steps = new ArrayList<>(common());
        Arbitrary<Task> task = Arbitraries.of(Task.class).filter(one -> !ALONE.contains(one));
        steps.add(weighed(9, Combinators.combine(task, GRACE).as(Step.Pass::new)));
        return Arbitraries.frequencyOf(steps);
    }

    private static List<Tuple2<Integer, Arbitrary<Step>>> common() {
        return List.of(
                weighed(7, submit().map(step -> step)),
                weighed(14, claim()),
                weighed(4, HANDLE.map(Step.Renew::new)),
                weighed(2, Combinators.combine(HANDLE, HANDLE).as(Step.RenewBoth::new)),
                weighed(2, Combinators.combine(HANDLE, among(10, 60)).as(Step.Progress::new)),
                weighed(5, HANDLE.map(Step.Complete::new)),
                weighed(6, fail()),
                weighed(4, Combinators.combine(HANDLE, among(0, 5, 10)).as(Step.Delay::new)),
                weighed(4, HANDLE.map(Step.Release::new)),
                weighed(3, HANDLE.map(Step.CancelHeld::new)),
                weighed(3, EXECUTION.map(Step.Cancel::new)),
                weighed(3, Combinators.combine(EXECUTION, among(-1, 0, 2)).as(Step.Revoke::new)),
                weighed(2, HANDLE.map(Step.RevokeEpoch::new)),
                weighed(
                        2,
                        Combinators.combine(EXECUTION, among(0, -5, 7, 10_000)).as(Step.Prioritise::new)),
                weighed(4, EXECUTION.map(Step.Replay::new)),
                weighed(3, Combinators.combine(EXECUTION, blocking()).as(Step.Block::new)),
                weighed(3, unblock()),
                weighed(4, issueGrant()),
                weighed(3, Combinators.combine(LANE, WHO, OFFERS, TTL).as(Step.GrantBest::new)),
                weighed(6, useGrant()),
                weighed(2, forceClaim()),
                weighed(6, issueReclaim()),
                weighed(6, reclaim()),
                weighed(3, HANDLE.map(Step.Again::new)),
                weighed(3, register()),
                weighed(2, WHO.map(Step.Beat::new)),
                weighed(2, Combinators.combine(WHO, HANDLE).as(Step.BeatAndRenew::new)),
                weighed(2, markDead()),
                weighed(2, Combinators.combine(WHO, Arbitraries.of(true, false)).as(Step.DrainWorker::new)),
                weighed(1, Combinators.combine(LANE, laneState()).as(Step.SetLane::new)));
    }

    private static Arbitrary<Step> claim() {
        return Combinators.combine(LANE, WHO, OFFERS, among(1, 1, 2, 3), LEASE).as(Step.Claim::new);
    }

    private static Arbitrary<Step> issueGrant() {
        return Combinators.combine(EXECUTION, WHO, OFFERS, TTL).as(Step.IssueGrant::new);
    }

    private static Arbitrary<Step> useGrant() {
        return Combinators.combine(HANDLE, GRANTEE, LEASE).as(Step.UseGrant::new);
    }

    private static Arbitrary<Step> issueReclaim() {
        return Combinators.combine(EXECUTION, WHO, OFFERS, TTL).as(Step.IssueReclaim::new);
    }

    private static Arbitrary<Step> reclaim() {
        return Combinators.combine(HANDLE, GRANTEE, LEASE).as(Step.Reclaim::new);
    }

    private static Arbitrary<Step> register() {
        return Combinators.combine(WHO, among(10, 30)).as(Step.Register::new);
    }

    private static Arbitrary<Step> markDead() {
        return Combinators.combine(WHO, GRACE).as(Step.MarkDead::new);
    }

    private static Arbitrary<Step> unblock() {
        return Combinators.combine(EXECUTION, unblocking()).as(Step.Unblock::new);
    }

    private static Arbitrary<Step> forceClaim() {
        return Combinators.combine(EXECUTION, WHO, LEASE).as(Step.ForceClaim::new);
    }

    private static Arbitrary<Step> fail() {
        Arbitrary<FailureClass> sort = Arbitraries.of(
                FailureClass.TRANSIENT,
                FailureClass.TRANSIENT,
                FailureClass.TRANSIENT,
                FailureClass.TIMEOUT,
                FailureClass.INFRA_CRASH,
                FailureClass.PERMANENT,
                FailureClass.CANCELLED);
        return Combinators.combine(HANDLE, sort, Arbitraries.of(false, true)).as(Step.Fail::new);
    }

    private static Arbitrary<BlockingReason> blocking() {
        return Arbitraries.of(
                BlockingReason.PAUSED_BY_OPERATOR,
                BlockingReason.WAITING_FOR_BUDGET,
                BlockingReason.WAITING_FOR_QUOTA,
                BlockingReason.WAITING_FOR_CAPABLE_WORKER,
                BlockingReason.PAUSED_BY_POLICY,
                BlockingReason.WAITING_FOR_DELAY);
    }

    private static Arbitrary<BlockingReason> unblocking() {
        return Arbitraries.of(
                BlockingReason.NONE,
                BlockingReason.NONE,
                BlockingReason.PAUSED_BY_OPERATOR,
                BlockingReason.WAITING_FOR_BUDGET);
    }

    private static Arbitrary<LaneState> laneState() {
        return Arbitraries.of(
                LaneState.ACTIVE, LaneState.ACTIVE, LaneState.PAUSED, LaneState.DRAINING, LaneState.DISABLED);
    }

    private static Arbitrary<Step> submit() {
        Arbitrary<Integer> lane = LANE;
        return Combinators.combine(
                        lane,
                        among(0, 0, 5, -3, 20_000),
                        among(0, 0, 0, 0, 0, 1, 2),
                        among(0, 0, 0, 0, 0, 0, 5, 10),
                        Arbitraries.of(Retrying.class),
                        among(0, 0, 0, 10, 20),
                        among(0, 0, 0, 15, 30, 60),
                        Combinators.combine(
                                        Arbitraries.of(true, false),
                                        among(2, 2, 1, 0),
                                        among(2, 1, 0),
                                        among(0, 0, 20),
                                        among(0, 0, 0, 1, 1, 2))
                                .as(Rest::new))
                .as((where, priority, requires, delay, retry, timeout, deadline, rest) -> new Step.Submit(
                        where,
                        priority,
                        requires,
                        delay,
                        retry,
                        timeout,
                        deadline,
                        rest.ownDeadline,
                        rest.maxReclaims,
                        rest.maxReplays,
                        rest.retention,
                        rest.key));
    }

    /** What does not fit into one combination. */
    private record Rest(boolean ownDeadline, int maxReclaims, int maxReplays, int retention, int key) {}

    private static <T> Tuple2<Integer, Arbitrary<T>> weighed(int weight, Arbitrary<T> choice) {
        return Tuple.of(weight, choice);
    }

    private static Arbitrary<Integer> among(Integer... values) {
        return Arbitraries.of(values);
    }
}
