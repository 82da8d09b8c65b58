package io.fluxfabric.engine.r2dbc.coalesce;

import io.fluxfabric.engine.r2dbc.kit.Answer;
import java.util.List;
import reactor.core.publisher.Mono;

/**
 * A verb that can serve many calls in one statement.
 *
 * @param <Q> the call
 * @param <A> its answer
 */
public interface Batch<Q, A> {

    /** Its name in errors. */
    String operation();

    /** Serves the calls; an answer each, in their order. An error means that none was served. */
    Mono<List<Answer<A>>> serve(List<Q> calls);

    /** What two calls of one statement may not share, such as the execution they are about. */
    Object identity(Q call);

    /** What all calls of one statement must share, such as the lane they claim from. */
    default Object group(Q call) {
        return Batch.class;
    }

    /** How much of a statement a call takes up; a statement carries as much as the settings say, or one call. */
    default int weight(Q call) {
        return 1;
    }

    /** Takes the answer of a caller who left before it came. */
    default void unheard(A answer) {}
}
