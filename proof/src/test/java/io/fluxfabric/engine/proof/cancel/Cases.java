package io.fluxfabric.engine.proof.cancel;

import static io.fluxfabric.engine.proof.Ground.ANNA;
import static io.fluxfabric.engine.proof.Ground.LANE;
import static io.fluxfabric.engine.proof.Ground.ORDER;

import io.fluxfabric.engine.Scope;
import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.event.Events;
import io.fluxfabric.engine.execution.Executions;
import io.fluxfabric.engine.execution.ListExecutions;
import io.fluxfabric.engine.execution.Moment;
import io.fluxfabric.engine.execution.Progress;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.grant.ClaimForWorker;
import io.fluxfabric.engine.grant.ConsumeGrant;
import io.fluxfabric.engine.grant.IssueClaimGrant;
import io.fluxfabric.engine.grant.IssueGrantAndClaim;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.lease.ListExpiredLeases;
import io.fluxfabric.engine.operator.RevokeLease;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.policy.Failure;
import io.fluxfabric.engine.proof.Ground;
import io.fluxfabric.engine.proof.Operations;
import io.fluxfabric.engine.reclaim.IssueReclaimGrant;
import io.fluxfabric.engine.reclaim.ReclaimExecution;
import io.fluxfabric.engine.reclaim.ReclaimGrant;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.state.BlockingReason;
import io.fluxfabric.engine.worker.ListWorkers;
import io.fluxfabric.engine.worker.RegisterWorker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

/** One case or more for each operation: what must be there, and the call. Subscribing to the call again repeats it. */
final class Cases {

    /**
     * A call to cancel.
     *
     * @param operation which one, as {@link Operations} names it
     * @param prepare makes what the call needs, and then the call
     * @param repetition with what a repetition may be refused, if the call had been carried out
     * @param waits whether it may wait for time to pass
     */
    record Case(String operation, Function<Ground, Publisher<?>> prepare, Set<ErrorCode> repetition, boolean waits) {

        @Override
        public String toString() {
            return operation;
        }
    }

    private final List<Case> cases = new ArrayList<>();

    static List<Case> all() {
        Cases all = new Cases();
        all.executions();
        all.reads();
        all.leases();
        all.grants();
        all.operator();
        all.lanes();
        all.workers();
        all.events();
        all.engine();
        return all.cases;
    }

    private void add(String operation, Function<Ground, Publisher<?>> prepare, ErrorCode... repetition) {
        cases.add(new Case(operation, prepare, Set.of(repetition), false));
    }

    private void addWaiting(String operation, Function<Ground, Publisher<?>> prepare) {
        cases.add(new Case(operation, prepare, Set.of(), true));
    }

    private void holder(String operation, BiFunction<Scope, Handle, Publisher<?>> call) {
        add(operation, ground -> call.apply(ground.scope(), ground.running()));
    }

    private void on(
            String operation,
            Function<Ground, ExecutionId> given,
            BiFunction<Scope, ExecutionId, Publisher<?>> call,
            ErrorCode... repetition) {
        add(operation, ground -> call.apply(ground.scope(), given.apply(ground)), repetition);
    }

    private void executions() {
        add("Executions.submit(Submit)", ground -> ground.scope().executions().submit(keyed(1)));
        add(
                "Executions.submitAll(Publisher)",
                ground -> ground.scope()
                        .executions()
                        .submitAll(Flux.fromStream(() -> IntStream.range(0, 50).mapToObj(Cases::keyed))));
        add("Executions.claim(Claim)", ground -> {
            ground.waiting();
            return ground.scope().executions().claim(ground.aClaim());
        });
        addWaiting(
                "Executions.claim(Claim)",
                ground -> ground.scope().executions().claim(ground.aClaim().maxWait(Duration.ofSeconds(20))));
        holder(
                "Executions.progress(Handle, Progress)",
                (scope, handle) -> scope.executions().progress(handle, Progress.percent(50)));
        holder(
                "Executions.complete(Handle, Payload)",
                (scope, handle) -> scope.executions().complete(handle, Payload.text("done")));
        holder(
                "Executions.complete(Handle)",
                (scope, handle) -> scope.executions().complete(handle));
        holder(
                "Executions.fail(Handle, Failure)",
                (scope, handle) -> scope.executions().fail(handle, Failure.permanent("broken")));
        holder(
                "Executions.delay(Handle, Moment)",
                (scope, handle) -> scope.executions().delay(handle, Moment.after(Duration.ofHours(1))));
        holder(
                "Executions.release(Handle, String)",
                (scope, handle) -> scope.executions().release(handle, "tired"));
        holder(
                "Executions.cancel(Handle, String)",
                (scope, handle) -> scope.executions().cancel(handle, "enough"));
    }

    private static Submit keyed(int number) {
        return Submit.of("play").lane(LANE).idempotencyKey("key-" + number);
    }

    private void read(String operation, BiFunction<Executions, ExecutionId, Publisher<?>> call) {
        on("Executions." + operation, Ground::somethingToRead, (scope, id) -> call.apply(scope.executions(), id));
    }

    private void reads() {
        read("describe(ExecutionId)", Executions::describe);
        read("state(ExecutionId)", Executions::state);
        read("payload(ExecutionId)", Executions::payload);
        read("result(ExecutionId)", Executions::result);
        read("attempts(ExecutionId)", Executions::attempts);
        read("explain(ExecutionId)", Executions::explain);
        read(
                "list(ListExecutions)",
                (executions, id) -> executions.list(ListExecutions.all().pageSize(1)));
        read("page(ListExecutions)", (executions, id) -> executions.page(ListExecutions.all()));
        read("setTag(ExecutionId, String, String)", (executions, id) -> executions.setTag(id, "a.b", "c"));
        read("tag(ExecutionId, String)", (executions, id) -> executions.tag(id, "billing.invoice"));
        read("removeTag(ExecutionId, String)", (executions, id) -> executions.removeTag(id, "billing.invoice"));
    }

    private void lapsed(String operation, Function<Scope, Publisher<?>> call) {
        add(operation, ground -> {
            ground.lapsed();
            return call.apply(ground.scope());
        });
    }

    private void leases() {
        holder("Leases.renew(Handle)", (scope, handle) -> scope.leases().renew(handle));
        holder("Leases.renewAll(List)", (scope, handle) -> scope.leases().renewAll(List.of(handle, handle)));
        lapsed("Leases.expired()", scope -> scope.leases().expired());
        lapsed(
                "Leases.expired(ListExpiredLeases)",
                scope -> scope.leases().expired(ListExpiredLeases.all().pageSize(1)));
        lapsed("Leases.expiredPage(ListExpiredLeases)", scope -> scope.leases().expiredPage(ListExpiredLeases.all()));
        addWaiting("Leases.watchExpired()", ground -> {
            ground.lapsed();
            return ground.scope().leases().watchExpired();
        });
        addWaiting("Leases.watchExpired(Duration)", ground -> {
            ground.lapsed();
            return ground.scope().leases().watchExpired(Duration.ofMillis(50));
        });
    }

    private void grants() {
        on(
                "Grants.issue(IssueClaimGrant)",
                Ground::waiting,
                (scope, id) -> scope.grants().issue(IssueClaimGrant.of(id).to(ANNA)),
                ErrorCode.GRANT_ALREADY_EXISTS);
        on(
                "Grants.claimForWorker(ClaimForWorker)",
                Ground::waiting,
                (scope, id) ->
                        scope.grants().claimForWorker(ClaimForWorker.lane(LANE).as(ANNA)));
        add("Grants.claim(ConsumeGrant)", ground -> ground.scope().grants().claim(ConsumeGrant.of(ground.granted())));
        on(
                "Grants.issueAndClaim(IssueGrantAndClaim)",
                Ground::waiting,
                (scope, id) -> scope.grants()
                        .issueAndClaim(IssueGrantAndClaim.of(id, ORDER).as(ANNA)));
        on(
                "Reclaims.issueGrant(IssueReclaimGrant)",
                ground -> ground.lapsed().executionId(),
                (scope, id) ->
                        scope.reclaims().issueGrant(IssueReclaimGrant.of(id).to(ANNA)),
                ErrorCode.GRANT_ALREADY_EXISTS);
        add("Reclaims.reclaim(ReclaimExecution)", ground -> {
            ReclaimGrant grant = ground.reclaimable();
            return ground.scope()
                    .reclaims()
                    .reclaim(ReclaimExecution.with(grant).as(ANNA));
        });
    }

    private void operator() {
        on(
                "Operator.cancel(ExecutionId, Order)",
                Ground::waiting,
                (scope, id) -> scope.operator().cancel(id, ORDER));
        on(
                "Operator.revokeLease(RevokeLease)",
                ground -> ground.running().executionId(),
                (scope, id) -> scope.operator().revokeLease(RevokeLease.of(id, ORDER)));
        on(
                "Operator.changePriority(ExecutionId, int, Order)",
                Ground::waiting,
                (scope, id) -> scope.operator().changePriority(id, 7, ORDER));
        on(
                "Operator.replay(ExecutionId, Order)",
                Ground::ended,
                (scope, id) -> scope.operator().replay(id, ORDER),
                ErrorCode.EXECUTION_NOT_TERMINAL);
        on(
                "Operator.block(ExecutionId, BlockingReason, String, Order)",
                Ground::waiting,
                (scope, id) -> scope.operator().block(id, BlockingReason.PAUSED_BY_OPERATOR, "wait", ORDER));
        on(
                "Operator.unblock(ExecutionId, Optional, Order)",
                Ground::blocked,
                (scope, id) -> scope.operator().unblock(id, Optional.empty(), ORDER),
                ErrorCode.EXECUTION_NOT_ELIGIBLE);
    }

    private void lane(String operation, Function<Scope, Publisher<?>> call) {
        add("Lanes." + operation, ground -> {
            ground.waiting();
            return call.apply(ground.scope());
        });
    }

    private void lanes() {
        lane("list()", scope -> scope.lanes().list());
        lane("counts()", scope -> scope.lanes().counts());
        lane("pause(String, Order)", scope -> scope.lanes().pause(LANE, ORDER));
        lane("drain(String, Order)", scope -> scope.lanes().drain(LANE, ORDER));
        lane("disable(String, Order)", scope -> scope.lanes().disable(LANE, ORDER));
        lane("resume(String, Order)", scope -> scope.lanes().resume(LANE, ORDER));
    }

    private void worker(String operation, BiFunction<Scope, Handle, Publisher<?>> call) {
        add("Workers." + operation, ground -> {
            ground.registered();
            return call.apply(ground.scope(), ground.running());
        });
    }

    private void workers() {
        add(
                "Workers.register(RegisterWorker)",
                ground -> ground.scope()
                        .workers()
                        .register(RegisterWorker.as(ANNA).lanes(LANE)));
        worker("heartbeat(WorkerInstanceId)", (scope, held) -> scope.workers().heartbeat(ANNA.instance()));
        worker(
                "heartbeat(WorkerInstanceId, List)",
                (scope, held) -> scope.workers().heartbeat(ANNA.instance(), List.of(held)));
        worker(
                "markDead(WorkerInstanceId, String)",
                (scope, held) -> scope.workers().markDead(ANNA.instance(), "gone"));
        worker("drain(WorkerInstanceId)", (scope, held) -> scope.workers().drain(ANNA.instance()));
        worker("resume(WorkerInstanceId)", (scope, held) -> scope.workers().resume(ANNA.instance()));
        worker(
                "list(ListWorkers)",
                (scope, held) -> scope.workers().list(ListWorkers.all().pageSize(1)));
        worker("page(ListWorkers)", (scope, held) -> scope.workers().page(ListWorkers.all()));
    }

    private void event(String operation, Function<Events, Publisher<?>> call) {
        on("Events." + operation + "(Optional)", Ground::somethingToRead, (scope, id) -> call.apply(scope.events()));
    }

    private void events() {
        event("completions", events -> events.completions(Optional.empty()));
        event("leases", events -> events.leases(Optional.empty()));
        event("operators", events -> events.operators(Optional.empty()));
        event("workers", events -> events.workers(Optional.empty()));
    }

    private void engine() {
        add("Engine.prepare()", ground -> ground.engine().prepare());
        add("Engine.audit()", ground -> ground.engine().audit());
        add("Engine.rotateSigningKey(Duration)", ground -> ground.engine().rotateSigningKey(Duration.ofHours(1)));
        add("Engine.allWorkers(ListWorkers)", ground -> {
            ground.registered();
            return ground.engine().allWorkers(ListWorkers.all());
        });
        add("Engine.allWorkersPage(ListWorkers)", ground -> ground.engine().allWorkersPage(ListWorkers.all()));
        add("Engine.allExpiredLeases(ListExpiredLeases)", ground -> {
            ground.lapsed();
            return ground.engine().allExpiredLeases(ListExpiredLeases.all());
        });
        add(
                "Engine.allExpiredLeasesPage(ListExpiredLeases)",
                ground -> ground.engine().allExpiredLeasesPage(ListExpiredLeases.all()));
        Reconcilers.ALL.forEach(which -> add("Reconcilers.pass(Reconciler)", ground -> {
            ground.registered();
            ground.lapsed();
            return ground.engine().reconcilers().pass(which);
        }));
        addWaiting("Reconcilers.run()", ground -> ground.engine().reconcilers().run());
        addWaiting(
                "Reconcilers.run(Reconciler[])",
                ground -> ground.engine().reconcilers().run(Reconcilers.LEASE_EXPIRY.every(Duration.ofMillis(50))));
        add("Engine.close()", ground -> ground.another().close());
    }
}
