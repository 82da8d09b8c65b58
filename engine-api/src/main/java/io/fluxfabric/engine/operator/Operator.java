package io.fluxfabric.engine.operator;

import io.fluxfabric.engine.execution.Cancelled;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.state.BlockingReason;
import java.util.Optional;
import reactor.core.publisher.Mono;

/**
 * What is done to executions of one namespace from outside, without a lease. Every change is recorded as an event with its
 * actor and reason. Errors with {@code NotFoundException} when there is no such execution.
 */
public interface Operator {

    /**
     * Cancels an execution in any state that is not terminal, fencing its holder. Cancelling a cancelled one is success, with the
     * first reason kept; one that ended otherwise errors with {@code ExecutionNotActiveException}.
     */
    Mono<Cancelled> cancel(ExecutionId id, Order order);

    /** Takes the lease from its holder and puts the execution back on its lane, to be resumed by anybody. */
    Mono<RevokeOutcome> revokeLease(RevokeLease revoke);

    /** Gives an execution that has not ended another priority, clamped to 0..9000. */
    Mono<PriorityChanged> changePriority(ExecutionId id, int priority, Order order);

    /**
     * Runs an ended execution once more, as a new attempt. Errors with {@code StateException} when it has not ended, or was
     * replayed as often as its policy allows.
     */
    Mono<Replayed> replay(ExecutionId id, Order order);

    /**
     * Holds an execution back: reasons are {@code waiting_for_budget}, {@code waiting_for_quota},
     * {@code waiting_for_capable_worker}, {@code paused_by_policy} and {@code paused_by_operator}. Blocking a blocked one replaces the
     * reason. Errors when it is not waiting to run.
     */
    Mono<Void> block(ExecutionId id, BlockingReason reason, String detail, Order order);

    /** Lets a blocked execution go; with an expected reason only if that is what holds it. */
    Mono<Void> unblock(ExecutionId id, Optional<BlockingReason> expected, Order order);
}
