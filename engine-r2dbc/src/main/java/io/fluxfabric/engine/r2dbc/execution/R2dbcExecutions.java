package io.fluxfabric.engine.r2dbc.execution;

import io.fluxfabric.engine.execution.Attempt;
import io.fluxfabric.engine.execution.Cancelled;
import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.execution.Completed;
import io.fluxfabric.engine.execution.Delayed;
import io.fluxfabric.engine.execution.Execution;
import io.fluxfabric.engine.execution.ExecutionPage;
import io.fluxfabric.engine.execution.ExecutionSummary;
import io.fluxfabric.engine.execution.Executions;
import io.fluxfabric.engine.execution.Explanation;
import io.fluxfabric.engine.execution.FailOutcome;
import io.fluxfabric.engine.execution.ListExecutions;
import io.fluxfabric.engine.execution.Moment;
import io.fluxfabric.engine.execution.Progress;
import io.fluxfabric.engine.execution.Released;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.execution.SubmitOutcome;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.policy.Failure;
import io.fluxfabric.engine.r2dbc.coalesce.Coalescer;
import io.fluxfabric.engine.r2dbc.coalesce.Coalescers;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.wake.WakeUps;
import io.fluxfabric.engine.state.PublicState;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Executions of one namespace; every verb is a class of its own, and this one only delegates. */
public final class R2dbcExecutions implements Executions {

    private final SubmitExecutions submit;
    private final Coalescer<SubmitRows.Item, SubmitOutcome> submits;
    private final AwaitClaimable claim;
    private final Coalescer<ReportProgress.Report, ExecutionId> progress;
    private final Coalescer<CompleteExecutions.Completion, Completed> complete;
    private final Coalescer<FailExecutions.Failed, FailOutcome> fail;
    private final Coalescer<DelayExecutions.Delay, Delayed> delay;
    private final Coalescer<ReleaseExecutions.Release, Released> release;
    private final Coalescer<CancelHeldExecutions.Cancellation, Cancelled> cancel;
    private final DescribeExecution describe;
    private final ReadExecution read;
    private final ReadAttempts attempts;
    private final PageExecutions pages;
    private final TagExecution tags;
    private final ExplainExecution explain;

    public R2dbcExecutions(Kit kit, Coalescers coalescers, WakeUps wakeUps) {
        this.submit = new SubmitExecutions(kit);
        this.submits = coalescers.of(submit);
        this.progress = coalescers.of(kit, new ReportProgress());
        this.complete = coalescers.of(kit, new CompleteExecutions());
        this.fail = coalescers.of(kit, new FailExecutions());
        this.delay = coalescers.of(kit, new DelayExecutions());
        this.release = coalescers.of(kit, new ReleaseExecutions());
        ClaimExecutions claims = new ClaimExecutions(
                kit, unread -> release.send(new ReleaseExecutions.Release(unread.handle(), "its claimer had left")));
        this.claim = new AwaitClaimable(kit, claims, coalescers.of(claims), wakeUps);
        this.cancel = coalescers.of(kit, new CancelHeldExecutions());
        this.describe = new DescribeExecution(kit);
        this.read = new ReadExecution(kit);
        this.attempts = new ReadAttempts(kit);
        this.pages = new PageExecutions(kit);
        this.tags = new TagExecution(kit);
        this.explain = new ExplainExecution(kit);
    }

    @Override
    public Mono<SubmitOutcome> submit(Submit request) {
        return Mono.defer(() -> submits.call(submit.item(request)));
    }

    @Override
    public Flux<SubmitOutcome> submitAll(Publisher<Submit> requests) {
        return submit.all(requests);
    }

    @Override
    public Flux<Claimed> claim(Claim request) {
        return claim.run(request);
    }

    @Override
    public Mono<Completed> complete(Handle handle, Payload result) {
        return complete.call(new CompleteExecutions.Completion(handle, result));
    }

    @Override
    public Mono<Void> progress(Handle handle, Progress report) {
        return progress.call(new ReportProgress.Report(handle, report)).then();
    }

    @Override
    public Mono<FailOutcome> fail(Handle handle, Failure failure) {
        return fail.call(new FailExecutions.Failed(handle, failure));
    }

    @Override
    public Mono<Delayed> delay(Handle handle, Moment until) {
        return delay.call(new DelayExecutions.Delay(handle, until));
    }

    @Override
    public Mono<Released> release(Handle handle, String reason) {
        return release.call(new ReleaseExecutions.Release(handle, reason));
    }

    @Override
    public Mono<Cancelled> cancel(Handle handle, String reason) {
        return cancel.call(new CancelHeldExecutions.Cancellation(handle, reason));
    }

    @Override
    public Mono<Execution> describe(ExecutionId id) {
        return describe.run(id);
    }

    @Override
    public Mono<PublicState> state(ExecutionId id) {
        return read.state(id);
    }

    @Override
    public Mono<Payload> payload(ExecutionId id) {
        return read.payload(id);
    }

    @Override
    public Mono<Payload> result(ExecutionId id) {
        return read.result(id);
    }

    @Override
    public Flux<Attempt> attempts(ExecutionId id) {
        return attempts.run(id);
    }

    @Override
    public Mono<Explanation> explain(ExecutionId id) {
        return explain.run(id);
    }

    @Override
    public Flux<ExecutionSummary> list(ListExecutions which) {
        return pages.all(which);
    }

    @Override
    public Mono<ExecutionPage> page(ListExecutions which) {
        return pages.one(which);
    }

    @Override
    public Mono<Void> setTag(ExecutionId id, String key, String value) {
        return tags.set(id, key, value);
    }

    @Override
    public Mono<String> tag(ExecutionId id, String key) {
        return tags.get(id, key);
    }

    @Override
    public Mono<Boolean> removeTag(ExecutionId id, String key) {
        return tags.remove(id, key);
    }
}
