package io.fluxfabric.engine.r2dbc.operator;

import io.fluxfabric.engine.error.UnavailableException;
import io.fluxfabric.engine.execution.Cancelled;
import io.fluxfabric.engine.id.ExecutionId;
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

/** What operators do in one namespace. */
public final class R2dbcOperator implements Operator {

    private final Kit kit;

    public R2dbcOperator(Kit kit) {
        this.kit = kit;
    }

    @Override
    public Mono<Cancelled> cancel(ExecutionId id, Order order) {
        return Mono.error(new UnavailableException("operator.cancel", "soon " + kit.namespace()));
    }

    @Override
    public Mono<RevokeOutcome> revokeLease(RevokeLease revoke) {
        return Mono.error(new UnavailableException("operator.revokeLease", "soon"));
    }

    @Override
    public Mono<PriorityChanged> changePriority(ExecutionId id, int priority, Order order) {
        return Mono.error(new UnavailableException("operator.changePriority", "soon"));
    }

    @Override
    public Mono<Replayed> replay(ExecutionId id, Order order) {
        return Mono.error(new UnavailableException("operator.replay", "soon"));
    }

    @Override
    public Mono<Void> block(ExecutionId id, BlockingReason reason, String detail, Order order) {
        return Mono.error(new UnavailableException("operator.block", "soon"));
    }

    @Override
    public Mono<Void> unblock(ExecutionId id, Optional<BlockingReason> expected, Order order) {
        return Mono.error(new UnavailableException("operator.unblock", "soon"));
    }
}
