package io.fluxfabric.engine.r2dbc.execution;

import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.r2dbc.coalesce.Coalescer;
import io.fluxfabric.engine.r2dbc.execution.ClaimExecutions.Taken;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.wake.LaneKey;
import io.fluxfabric.engine.r2dbc.wake.WakeUps;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Claims, and asks again until there is something or the time is up: when somebody made something claimable on the lane, and now and
 * then anyway. Whether the time is up is asked between two claims only: the answer of one that is on its way is never thrown away.
 */
final class AwaitClaimable {

    private final Kit kit;
    private final ClaimExecutions verb;
    private final Coalescer<ClaimExecutions.Call, Taken> claims;
    private final WakeUps wakeUps;

    AwaitClaimable(Kit kit, ClaimExecutions verb, Coalescer<ClaimExecutions.Call, Taken> claims, WakeUps wakeUps) {
        this.kit = kit;
        this.verb = verb;
        this.claims = claims;
        this.wakeUps = wakeUps;
    }

    /** What the caller leaves unread is given back. */
    Flux<Claimed> run(Claim claim) {
        return Mono.defer(() -> {
                    verb.check(claim);
                    return claim.maxWait().isZero() ? now(claim) : untilThereIsSomething(claim);
                })
                .flatMapIterable(Taken::claimed)
                .doOnDiscard(Claimed.class, verb::giveBack)
                .doOnDiscard(Taken.class, verb::unheard);
    }

    private Mono<Taken> untilThereIsSomething(Claim claim) {
        Mono<Taken> some = now(claim).filter(taken -> !taken.claimed().isEmpty());
        return wakeUps.looking(new LaneKey(kit.namespace(), claim.lane()), some, claim.maxWait());
    }

    private Mono<Taken> now(Claim claim) {
        return Mono.defer(() -> claims.call(new ClaimExecutions.Call(claim)));
    }
}
