package io.fluxfabric.engine.r2dbc.execution;

import io.fluxfabric.engine.execution.Completed;
import io.fluxfabric.engine.execution.FailOutcome;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.execution.SubmitOutcome;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.policy.Failure;
import io.fluxfabric.engine.r2dbc.kit.Answer;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.wake.LaneKey;
import io.fluxfabric.engine.r2dbc.wake.WakeUps;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import reactor.core.publisher.Mono;

/**
 * What can be done to executions in a transaction of the application, together with its own writes: both happen, or neither.
 *
 * <p>Nothing is gathered or tried again here. An error spoils the transaction, so roll it back; one that
 * {@code isRetryable()} is worth the whole transaction once more. All statements of one connection run one after another.
 */
public final class ExecutionsWithin {

    private final Kit kit;
    private final WakeUps wakeUps;
    private final SubmitExecutions submits;

    /** @param kit means whose transactions are the application's */
    public ExecutionsWithin(Kit kit, WakeUps wakeUps) {
        this.kit = kit;
        this.wakeUps = wakeUps;
        this.submits = new SubmitExecutions(kit);
    }

    /** Stores an execution that exists when the transaction commits, and never did when it rolls back. */
    public Mono<SubmitOutcome> submit(Submit submit) {
        return submitAll(List.of(submit)).map(outcomes -> outcomes.get(0));
    }

    /** Stores several in one statement, with one outcome each in the order of the requests. */
    public Mono<List<SubmitOutcome>> submitAll(List<Submit> requests) {
        return Mono.defer(() -> {
            List<SubmitRows.Item> items = requests.stream().map(submits::item).toList();
            return submits.serve(items)
                    .map(ExecutionsWithin::outcomes)
                    .delayUntil(outcomes -> wakeUps.claimableAtCommit(kit.tx(), lanes(requests)));
        });
    }

    private static List<SubmitOutcome> outcomes(List<Answer<SubmitOutcome>> answers) {
        return answers.stream().map(Answer::orThrow).toList();
    }

    private Set<LaneKey> lanes(List<Submit> requests) {
        Set<LaneId> lanes = requests.stream().map(Submit::lane).collect(Collectors.toSet());
        return lanes.stream().map(lane -> new LaneKey(kit.namespace(), lane)).collect(Collectors.toSet());
    }

    /** Ends an execution well, if the lease is still the caller's; if not, errors, and the transaction must roll back. */
    public Mono<Completed> complete(Handle handle, Payload result) {
        return new CompleteExecutions().one(kit, new CompleteExecutions.Completion(handle, result));
    }

    /** Ends an execution well, without a result. */
    public Mono<Completed> complete(Handle handle) {
        return complete(handle, Payload.none());
    }

    /** Ends an attempt badly; the execution's policy decides whether there is another. */
    public Mono<FailOutcome> fail(Handle handle, Failure failure) {
        return new FailExecutions().one(kit, new FailExecutions.Failed(handle, failure));
    }
}
