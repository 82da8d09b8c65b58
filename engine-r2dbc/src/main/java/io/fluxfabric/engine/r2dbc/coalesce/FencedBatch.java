package io.fluxfabric.engine.r2dbc.coalesce;

import io.fluxfabric.engine.r2dbc.kit.Answer;
import io.fluxfabric.engine.r2dbc.kit.FencedVerb;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import java.util.List;
import reactor.core.publisher.Mono;

/** A verb of lease holders as a batch. */
record FencedBatch<Q extends FencedVerb.Request, A>(Kit kit, FencedVerb<Q, A> verb) implements Batch<Q, A> {

    @Override
    public String operation() {
        return verb.operation();
    }

    @Override
    public Mono<List<Answer<A>>> serve(List<Q> calls) {
        return verb.run(kit, calls);
    }

    @Override
    public Object identity(Q call) {
        return call.handle().executionId();
    }
}
