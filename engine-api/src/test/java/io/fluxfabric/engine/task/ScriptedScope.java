package io.fluxfabric.engine.task;

import io.fluxfabric.engine.Scope;
import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.execution.Completed;
import io.fluxfabric.engine.execution.Delayed;
import io.fluxfabric.engine.execution.Released;
import io.fluxfabric.engine.id.AttemptId;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.ExecutionKind;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.id.LeaseId;
import io.fluxfabric.engine.id.Priority;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.lease.Backend;
import io.fluxfabric.engine.lease.Fence;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.lease.HandleKind;
import io.fluxfabric.engine.lease.LeaseRenewal;
import io.fluxfabric.engine.lease.RenewOutcome;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.state.AttemptType;
import io.fluxfabric.engine.worker.DrainOutcome;
import io.fluxfabric.engine.worker.Heartbeat;
import io.fluxfabric.engine.worker.HeartbeatOutcome;
import io.fluxfabric.engine.worker.MarkDeadOutcome;
import io.fluxfabric.engine.worker.RegisterOutcome;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** An engine that answers as a test says, for what is about time alone. Unless told otherwise it has no work and agrees. */
final class ScriptedScope {

    private static final Instant THEN = Instant.EPOCH;
    private static final AtomicInteger IDS = new AtomicInteger();

    private final Map<String, Function<Object[], Object>> answers = new ConcurrentHashMap<>();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final List<Claim> claims = new CopyOnWriteArrayList<>();
    private final List<Integer> renewals = new CopyOnWriteArrayList<>();

    ScriptedScope() {
        on("register", given -> Mono.just(new RegisterOutcome.Registered(THEN)));
        on("claim", given -> Flux.never());
        on("heartbeat", given -> Mono.fromSupplier(() -> renewed(handles(given))));
        on("complete", given -> Mono.just(new Completed(((Handle) given[0]).executionId(), 0, THEN)));
        on("release", given -> Mono.just(new Released(((Handle) given[0]).executionId())));
        on("progress", given -> Mono.empty());
        on("delay", given -> Mono.just(new Delayed(((Handle) given[0]).executionId(), THEN)));
        on("drain", given -> Mono.just(DrainOutcome.DRAINING));
        on("markDead", given -> Mono.just(new MarkDeadOutcome.Marked(0)));
    }

    /** What a verb answers, given its arguments. */
    ScriptedScope on(String verb, Function<Object[], Object> answer) {
        answers.put(verb, answer);
        return this;
    }

    Scope scope() {
        return proxy(Scope.class);
    }

    List<String> calls() {
        return calls;
    }

    List<Claim> claims() {
        return claims;
    }

    /** How many leases each heartbeat carried. */
    List<Integer> renewals() {
        return renewals;
    }

    @SuppressWarnings("unchecked") // A proxy has the type it was asked for.
    private <T> T proxy(Class<T> type) {
        return (T) Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, given) -> type == Scope.class && method.getParameterCount() == 0
                        ? proxy(method.getReturnType())
                        : answer(method.getName(), given));
    }

    private Object answer(String verb, Object[] given) {
        calls.add(verb);
        if (given[0] instanceof Claim claim) {
            claims.add(claim);
        }
        if (verb.equals("heartbeat")) {
            renewals.add(handles(given).size());
        }
        Function<Object[], Object> answer = answers.get(verb);
        if (answer == null) {
            throw new AssertionError("nobody expected " + verb);
        }
        return answer.apply(given);
    }

    @SuppressWarnings("unchecked") // As Workers declares it.
    static List<Handle> handles(Object[] given) {
        return (List<Handle>) given[1];
    }

    static Heartbeat renewed(List<Handle> handles) {
        return new Heartbeat(
                new HeartbeatOutcome.Refreshed(THEN, false),
                handles.stream().map(ScriptedScope::renewed).toList());
    }

    private static RenewOutcome renewed(Handle handle) {
        return new RenewOutcome.Renewed(handle, new LeaseRenewal(handle.executionId(), 1, THEN));
    }

    static Claimed claimed(String kind, Duration lease) {
        ExecutionId id = ExecutionId.of(0, new UUID(0x7000L, IDS.incrementAndGet()));
        return new Claimed(
                new Handle(
                        Backend.SQLITE,
                        HandleKind.FRESH,
                        new Fence(id, 0, new AttemptId(id.uuid()), new LeaseId(id.uuid()), 1),
                        LaneId.DEFAULT,
                        WorkerIdentity.of("w", "w-1"),
                        lease),
                ExecutionKind.of(kind),
                Payload.none(),
                Priority.of(0),
                AttemptType.INITIAL,
                0,
                THEN,
                THEN,
                Optional.empty());
    }
}
