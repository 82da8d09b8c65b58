package io.fluxfabric.engine.task;

import io.fluxfabric.engine.Scope;
import io.fluxfabric.engine.error.EngineException;
import io.fluxfabric.engine.execution.Execution;
import io.fluxfabric.engine.execution.Progress;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.ExecutionKind;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.id.Tags;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.state.AttemptType;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.util.context.Context;

/** A held execution as its handler sees it. */
final class RunningTask implements TaskContext {

    private final HeldTask held;
    private final Scope scope;
    private final Scheduler timer;
    private volatile boolean begun;

    RunningTask(HeldTask held, WorkerPlan plan) {
        this.held = held;
        this.scope = plan.scope;
        this.timer = plan.timer;
    }

    /** The handler has a thread. */
    void begin() {
        begun = true;
    }

    boolean hasBegun() {
        return begun;
    }

    /** What the handler finds in its Reactor Context. */
    Context in(Context context) {
        Context with = context.put(TaskContext.class, this)
                .put(EXECUTION_ID, executionId().toString());
        return traceParent().map(trace -> with.put(TRACE_PARENT, trace)).orElse(with);
    }

    @Override
    public ExecutionId executionId() {
        return held.executionId();
    }

    @Override
    public ExecutionKind kind() {
        return held.kind();
    }

    @Override
    public LaneId lane() {
        return handle().lane();
    }

    @Override
    public int attempt() {
        return handle().fence().attemptIndex();
    }

    @Override
    public AttemptType attemptType() {
        return held.claimed().attemptType();
    }

    @Override
    public int retries() {
        return held.claimed().retries();
    }

    @Override
    public Payload payload() {
        return held.claimed().payload();
    }

    @Override
    public Optional<String> traceParent() {
        return held.claimed().traceParent();
    }

    @Override
    public Mono<Tags> tags() {
        return scope.executions().describe(executionId()).map(Execution::tags);
    }

    @Override
    public long epoch() {
        return handle().fence().epoch();
    }

    @Override
    public Handle handle() {
        return held.handle();
    }

    @Override
    public Duration remainingLease() {
        Duration left = handle().ttl().minusNanos(timer.now(TimeUnit.NANOSECONDS) - held.confirmedAt());
        return left.isNegative() ? Duration.ZERO : left;
    }

    @Override
    public Mono<Void> progress(int percent, String message) {
        return Mono.defer(() -> scope.executions().progress(handle(), Progress.of(percent, message)));
    }

    @Override
    public Mono<Void> checkFence() {
        return Mono.defer(() -> {
            long sentAt = timer.now(TimeUnit.NANOSECONDS);
            return scope.leases()
                    .renew(handle())
                    .doOnNext(renewed -> held.confirmed(sentAt))
                    .doOnError(EngineException.class, this::noticed)
                    .then();
        });
    }

    private void noticed(EngineException error) {
        if (Settling.isLoss(error)) {
            held.stop(new Verdict.Lost(error));
        }
    }
}
