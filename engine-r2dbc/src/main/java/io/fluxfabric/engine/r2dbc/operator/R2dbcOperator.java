package io.fluxfabric.engine.r2dbc.operator;

import io.fluxfabric.engine.execution.Cancelled;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.Priority;
import io.fluxfabric.engine.operator.Operator;
import io.fluxfabric.engine.operator.Order;
import io.fluxfabric.engine.operator.PriorityChanged;
import io.fluxfabric.engine.operator.Replayed;
import io.fluxfabric.engine.operator.RevokeLease;
import io.fluxfabric.engine.operator.RevokeOutcome;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.state.BlockingReason;
import java.util.Optional;
import reactor.core.publisher.Mono;

/** What operators do in one namespace; every verb is a class of its own, and this one only delegates. */
public final class R2dbcOperator implements Operator {

    private final CancelExecution cancel;
    private final TakeLease revoke;
    private final ChangePriority priority;
    private final ReplayExecution replay;
    private final BlockExecution block;

    public R2dbcOperator(Kit kit) {
        this.cancel = new CancelExecution(kit);
        this.revoke = new TakeLease(kit);
        this.priority = new ChangePriority(kit);
        this.replay = new ReplayExecution(kit);
        this.block = new BlockExecution(kit);
    }

    @Override
    public Mono<Cancelled> cancel(ExecutionId id, Order order) {
        return cancel.run(id, order);
    }

    @Override
    public Mono<RevokeOutcome> revokeLease(RevokeLease request) {
        return revoke.run(request);
    }

    @Override
    public Mono<PriorityChanged> changePriority(ExecutionId id, int newPriority, Order order) {
        return priority.run(id, Priority.of(newPriority), order);
    }

    @Override
    public Mono<Replayed> replay(ExecutionId id, Order order) {
        return replay.run(id, order);
    }

    @Override
    public Mono<Void> block(ExecutionId id, BlockingReason reason, String detail, Order order) {
        return block.block(id, reason, detail, order);
    }

    @Override
    public Mono<Void> unblock(ExecutionId id, Optional<BlockingReason> expected, Order order) {
        return block.unblock(id, expected, order);
    }
}
