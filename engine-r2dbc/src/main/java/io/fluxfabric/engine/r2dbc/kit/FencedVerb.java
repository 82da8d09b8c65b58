package io.fluxfabric.engine.r2dbc.kit;

import io.fluxfabric.engine.error.EngineException;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Chain;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.r2dbc.sql.Rows;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * A verb that holders of leases call: one guarded chain for any number of requests, and an answer for each of them.
 *
 * <ol>
 *   <li>A request that is invalid in itself gets its error and goes no further; the others do not suffer.
 *   <li>The rest is sent in one chain. Where an execution stands in it twice, its second request waits for the answer to the
 *       first, as it would have from another caller.
 *   <li>What the fence refused is diagnosed: a repetition of what the same handle did before, or an error.
 * </ol>
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

    /** Whether a flood of work must not keep it waiting, because who waits too long loses what it holds. */
    default boolean isUpkeep() {
        return false;
    }

    /** Throws what is wrong with a request in itself. The handle needs no checking here. */
    default void check(Kit kit, Q request) {}

    /** Adds to valid requests what must be known before they are sent. */
    default Mono<List<Q>> prepared(Kit kit, List<Q> requests) {
        return Mono.just(requests);
    }

    /** Runs one request. */
    default Mono<A> one(Kit kit, Q request) {
        return run(kit, List.of(request)).flatMap(answers -> answers.get(0).asMono());
    }

    /** Runs the requests. Answers come in their order. */
    default Mono<List<Answer<A>>> run(Kit kit, List<Q> requests) {
        return Mono.defer(() -> {
            List<Answer<A>> answers = new ArrayList<>();
            List<Q> valid = new ArrayList<>();
            for (Q request : requests) {
                Answer<A> problem = problem(kit, request);
                answers.add(problem);
                if (problem.isNone()) {
                    valid.add(request);
                }
            }
            return valid.isEmpty()
                    ? Mono.just(answers)
                    : prepared(kit, valid).flatMap(ready -> send(kit, ready)).map(found -> Answer.fill(answers, found));
        });
    }

    private Answer<A> problem(Kit kit, Q request) {
        try {
            kit.checked(request.handle());
            check(kit, request);
            return Answer.none();
        } catch (EngineException invalid) {
            return Answer.failed(invalid);
        }
    }

    private Mono<List<Answer<A>>> send(Kit kit, List<Q> requests) {
        // Sorted, so that two statements that meet take their row locks in one order.
        Map<ExecutionId, Q> first = new TreeMap<>();
        List<Q> later = new ArrayList<>();
        for (Q request : requests) {
            if (first.putIfAbsent(request.handle().executionId(), request) != null) {
                later.add(request);
            }
        }
        return answers(kit, first).flatMap(found -> {
            // Each execution's answer goes to the first who asked about it.
            List<Answer<A>> answers = requests.stream()
                    .map(request -> found.remove(request.handle().executionId()))
                    .map(answer -> answer == null ? Answer.<A>none() : answer)
                    .toList();
            return later.isEmpty() ? Mono.just(answers) : send(kit, later).map(rest -> Answer.fill(answers, rest));
        });
    }

    private Mono<Map<ExecutionId, Answer<A>>> answers(Kit kit, Map<ExecutionId, Q> requests) {
        Binds binds = binds(kit).andRows("h", Rows.of(requests.values(), this::row));
        Function<RowReader, Map.Entry<ExecutionId, Answer<A>>> mapper = row -> {
            ExecutionId id = ExecutionId.of(row.integer("partition_key"), row.uuid("execution_id"));
            return Map.entry(id, Answer.of(done(Objects.requireNonNull(requests.get(id)), row)));
        };
        return (isUpkeep()
                        ? kit.tx().upkeepChain(operation(), chain(), binds, mapper)
                        : kit.tx().chain(operation(), chain(), binds, mapper))
                .flatMap(done -> {
                    Map<ExecutionId, Answer<A>> answers = new HashMap<>();
                    done.forEach(entry -> answers.put(entry.getKey(), entry.getValue()));
                    return diagnosed(kit, requests, answers);
                });
    }

    private Mono<Map<ExecutionId, Answer<A>>> diagnosed(
            Kit kit, Map<ExecutionId, Q> requests, Map<ExecutionId, Answer<A>> answers) {
        List<Q> refused = requests.values().stream()
                .filter(request -> !answers.containsKey(request.handle().executionId()))
                .toList();
        if (refused.isEmpty()) {
            return Mono.just(answers);
        }
        return new Diagnosis(kit).explain(refused, this::repeated).map(found -> {
            for (int place = 0; place < refused.size(); place++) {
                answers.put(refused.get(place).handle().executionId(), found.get(place));
            }
            return answers;
        });
    }
}
