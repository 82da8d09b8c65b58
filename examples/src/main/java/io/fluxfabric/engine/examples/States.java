package io.fluxfabric.engine.examples;

import io.fluxfabric.engine.Scope;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.state.PublicState;
import java.time.Duration;
import java.util.Collection;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Follows executions to their end. */
public final class States {

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

    private States() {}

    /** The states in which an execution is seen, each once in a row, until it has ended. Errors if there is none. */
    public static Flux<PublicState> of(Scope scope, ExecutionId id) {
        return scope.executions()
                .state(id)
                .single()
                .repeatWhen(looks -> looks.delayElements(BETWEEN_LOOKS))
                .distinctUntilChanged()
                .takeUntil(PublicState::isTerminal);
    }

    /** Completes when all of them have ended. */
    public static Mono<Void> ended(Scope scope, Collection<ExecutionId> ids) {
        return Flux.fromIterable(ids).concatMap(id -> of(scope, id)).then();
    }
}
