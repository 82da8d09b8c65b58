package io.fluxfabric.engine.r2dbc.kit;

import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Chain;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.r2dbc.sql.Rows;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * A verb that holders of leases call: one guarded chain for any number of requests, an answer for each, and a diagnosis for those
 * the fence refused.
 *
 * @param <Q> the request
 * @param <A> the answer
 */
public interface FencedVerb<Q extends FencedVerb.Request, A> {

    /** What every request of a fenced verb has. */
    interface Request {
        Handle handle();
    }

    /** Its name in errors and logs. */
    String operation();

    /** The chain; its last named step returns partition_key and execution_id of what passed the fence. */
    Chain chain();

    /** The row of {@link HandleFence#handles} for a request. */
    @Nullable
    Object[] row(Q request);

    /** The answer to a request that passed. */
    A done(Q request, RowReader row);

    /** The answer to a request that was answered before: the same lease ended just so. */
    Optional<A> repeated(Q request, LeaseEnd end);

    /** Values of the verb's own beside its rows. */
    default Binds binds(Kit kit) {
        return kit.binds();
    }

    /** Runs the requests; no execution may stand in them twice. Answers come in the order of the requests. */
    default Mono<List<Answer<A>>> run(Kit kit, List<Q> requests) {
        Map<ExecutionId, Q> byId = new HashMap<>();
        requests.forEach(request -> byId.put(request.handle().executionId(), request));
        // Sorted, so that two statements that meet take their row locks in one order.
        List<Q> sorted = requests.stream()
                .sorted(Comparator.comparing(request -> request.handle().executionId()))
                .toList();
        return kit.tx()
                .chain(operation(), chain(), binds(kit).andRows("h", Rows.of(sorted, this::row)), row -> {
                    ExecutionId id = ExecutionId.of(row.integer("partition_key"), row.uuid("execution_id"));
                    Q request = byId.get(id);
                    return Map.entry(id, done(Objects.requireNonNull(request), row));
                })
                .flatMap(done -> answers(kit, requests, done));
    }

    private Mono<List<Answer<A>>> answers(Kit kit, List<Q> requests, List<Map.Entry<ExecutionId, A>> done) {
        Map<ExecutionId, A> byId = new HashMap<>();
        done.forEach(entry -> byId.put(entry.getKey(), entry.getValue()));
        List<Answer<A>> answers = new ArrayList<>();
        List<Q> refused = new ArrayList<>();
        for (Q request : requests) {
            A answer = byId.get(request.handle().executionId());
            answers.add(answer == null ? Answer.none() : Answer.of(answer));
            if (answer == null) {
                refused.add(request);
            }
        }
        if (refused.isEmpty()) {
            return Mono.just(answers);
        }
        return new Diagnosis(kit).explain(refused, this::repeated).map(found -> Answer.fill(answers, found));
    }
}
