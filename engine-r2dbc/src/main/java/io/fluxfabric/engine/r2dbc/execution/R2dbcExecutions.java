package io.fluxfabric.engine.r2dbc.execution;

import io.fluxfabric.engine.error.UnavailableException;
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
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.state.PublicState;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Executions of one namespace; every verb is a class of its own, and this one only delegates. */
public final class R2dbcExecutions implements Executions {

    private final SubmitExecutions submit;
    private final ClaimExecutions claim;
    private final Kit kit;
    private final ReportProgress progress = new ReportProgress();
    private final CompleteExecutions complete = new CompleteExecutions();
    private final FailExecutions fail = new FailExecutions();
    private final DelayExecutions delay = new DelayExecutions();
    private final ReleaseExecutions release = new ReleaseExecutions();
    private final CancelHeldExecutions cancel = new CancelHeldExecutions();
    private final DescribeExecution describe;
    private final ReadExecution read;
    private final ReadAttempts attempts;
    private final PageExecutions pages;
    private final TagExecution tags;

    public R2dbcExecutions(Kit kit) {
        this.submit = new SubmitExecutions(kit);
        this.claim = new ClaimExecutions(kit);
        this.kit = kit;
        this.describe = new DescribeExecution(kit);
        this.read = new ReadExecution(kit);
        this.attempts = new ReadAttempts(kit);
        this.pages = new PageExecutions(kit);
        this.tags = new TagExecution(kit);
    }

    @Override
    public Mono<SubmitOutcome> submit(Submit request) {
        return submit.one(request);
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
        return complete.one(kit, new CompleteExecutions.Completion(handle, result));
    }

    @Override
    public Mono<Void> progress(Handle handle, Progress report) {
        return progress.one(kit, new ReportProgress.Report(handle, report)).then();
    }

    @Override
    public Mono<FailOutcome> fail(Handle handle, Failure failure) {
        return fail.one(kit, new FailExecutions.Failed(handle, failure));
    }

    @Override
    public Mono<Delayed> delay(Handle handle, Moment until) {
        return delay.one(kit, new DelayExecutions.Delay(handle, until));
    }

    @Override
    public Mono<Released> release(Handle handle, String reason) {
        return release.one(kit, new ReleaseExecutions.Release(handle, reason));
    }

    @Override
    public Mono<Cancelled> cancel(Handle handle, String reason) {
        return cancel.one(kit, new CancelHeldExecutions.Cancellation(handle, reason));
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
        return Mono.error(new UnavailableException("execution.explain", "soon"));
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
