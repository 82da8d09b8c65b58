package io.fluxfabric.engine.proof.hostile;

import static io.fluxfabric.engine.proof.Ground.ANNA;
import static io.fluxfabric.engine.proof.Ground.LANE;
import static io.fluxfabric.engine.proof.Ground.ORDER;

import io.fluxfabric.engine.error.EngineException;
import io.fluxfabric.engine.event.Cursor;
import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.ListExecutions;
import io.fluxfabric.engine.execution.Moment;
import io.fluxfabric.engine.execution.Progress;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.grant.ClaimForWorker;
import io.fluxfabric.engine.grant.ConsumeGrant;
import io.fluxfabric.engine.grant.GrantKey;
import io.fluxfabric.engine.grant.IssueClaimGrant;
import io.fluxfabric.engine.grant.IssueGrantAndClaim;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.LeaseId;
import io.fluxfabric.engine.id.WorkerInstanceId;
import io.fluxfabric.engine.lease.Fence;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.lease.ListExpiredLeases;
import io.fluxfabric.engine.operator.Order;
import io.fluxfabric.engine.operator.RevokeLease;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.policy.ExecutionPolicy;
import io.fluxfabric.engine.policy.Failure;
import io.fluxfabric.engine.policy.Retry;
import io.fluxfabric.engine.proof.Ground;
import io.fluxfabric.engine.reclaim.IssueReclaimGrant;
import io.fluxfabric.engine.reclaim.ReclaimExecution;
import io.fluxfabric.engine.reconcile.Reconciler;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.state.BlockingReason;
import io.fluxfabric.engine.worker.ListWorkers;
import io.fluxfabric.engine.worker.RegisterWorker;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

/** A harmless value of each type that an operation takes, and hostile ones made of it by every method that changes it. */
final class Samples {

    private static final Map<Class<?>, Function<Ground, Object>> HARMLESS = new LinkedHashMap<>();

    static {
        HARMLESS.put(ExecutionId.class, Ground::waiting);
        HARMLESS.put(Handle.class, Ground::running);
        HARMLESS.put(Submit.class, ground -> Submit.of("play").lane(LANE));
        HARMLESS.put(Publisher.class, ground -> Flux.just(Submit.of("play")));
        HARMLESS.put(Claim.class, ground -> ground.aClaim());
        HARMLESS.put(Progress.class, ground -> Progress.of(1, "on the way"));
        HARMLESS.put(Payload.class, ground -> Payload.text("fine"));
        HARMLESS.put(Failure.class, ground -> Failure.transientFailure("broken"));
        HARMLESS.put(Moment.class, ground -> Moment.at(ground.clock().now()));
        HARMLESS.put(Retry.class, ground -> Retry.none());
        HARMLESS.put(ExecutionPolicy.class, ground -> ExecutionPolicy.defaults());
        HARMLESS.put(ListExecutions.class, ground -> ListExecutions.all());
        HARMLESS.put(ListExpiredLeases.class, ground -> ListExpiredLeases.all());
        HARMLESS.put(ListWorkers.class, ground -> ListWorkers.all());
        HARMLESS.put(List.class, ground -> List.of(ground.running()));
        HARMLESS.put(Optional.class, ground -> Optional.empty());
        HARMLESS.put(
                IssueClaimGrant.class,
                ground -> IssueClaimGrant.of(ground.waiting()).to(ANNA));
        HARMLESS.put(ClaimForWorker.class, ground -> ClaimForWorker.lane(LANE).as(ANNA));
        HARMLESS.put(ConsumeGrant.class, ground -> ConsumeGrant.of(ground.granted()));
        HARMLESS.put(
                IssueGrantAndClaim.class,
                ground -> IssueGrantAndClaim.of(ground.waiting(), ORDER).as(ANNA));
        HARMLESS.put(
                IssueReclaimGrant.class,
                ground -> IssueReclaimGrant.of(ground.waiting()).to(ANNA));
        HARMLESS.put(
                ReclaimExecution.class,
                ground -> ReclaimExecution.with(ground.reclaimable()).as(ANNA));
        HARMLESS.put(Order.class, ground -> ORDER);
        HARMLESS.put(RevokeLease.class, ground -> RevokeLease.of(ground.waiting(), ORDER));
        HARMLESS.put(BlockingReason.class, ground -> BlockingReason.PAUSED_BY_OPERATOR);
        HARMLESS.put(RegisterWorker.class, ground -> RegisterWorker.as(ANNA).lanes(LANE));
        HARMLESS.put(WorkerInstanceId.class, ground -> ANNA.instance());
        HARMLESS.put(Reconciler.class, ground -> Reconcilers.LEASE_EXPIRY);
        HARMLESS.put(Reconciler[].class, ground -> new Reconciler[] {Reconcilers.LEASE_EXPIRY});
        HARMLESS.put(GrantKey.class, ground -> ground.granted().key());
    }

    private final Ground ground;

    Samples(Ground ground) {
        this.ground = ground;
    }

    /** Raises an error for a type nobody thought of, so that a new operation gets its sample. */
    Object harmless(Class<?> type) {
        Object plain = HARMLESS.containsKey(type) ? HARMLESS.get(type).apply(ground) : HostileValues.harmless(type);
        if (plain == null) {
            throw new AssertionError("no sample of " + type.getName());
        }
        return plain;
    }

    /** Hostile values of a type, as far as they can be made at all. */
    List<Object> hostile(Class<?> type) {
        List<Object> values = new ArrayList<>(HostileValues.of(type));
        if (type == Optional.class) {
            HostileValues.of(String.class).forEach(text -> values.add(Optional.of(new Cursor((String) text))));
        } else if (type == Publisher.class) {
            hostile(Submit.class).forEach(submit -> values.add(Flux.just((Submit) submit)));
        } else if (type == Handle.class) {
            values.addAll(forged((Handle) harmless(Handle.class)));
        } else if (type == List.class) {
            hostile(Handle.class).forEach(handle -> values.add(List.of(handle, handle)));
            values.add(Collections.nCopies(20_000, harmless(Handle.class)));
        } else if (type == Reconciler[].class) {
            hostile(Reconciler.class).forEach(one -> values.add(new Reconciler[] {(Reconciler) one}));
        } else if (type.getName().startsWith("io.fluxfabric.engine.") && !type.isEnum() && !type.isArray()) {
            Object sample = harmless(type);
            for (Method method : type.getMethods()) {
                if (type.isAssignableFrom(method.getReturnType())) {
                    made(sample, method, values);
                }
            }
        }
        if (type == Submit.class) {
            Submit submit = (Submit) harmless(Submit.class);
            hostile(Retry.class).forEach(retry -> values.add(submit.retry((Retry) retry)));
            hostile(ExecutionPolicy.class).forEach(policy -> values.add(submit.policy((ExecutionPolicy) policy)));
        }
        return values;
    }

    /** Handles that look like an issued one. */
    private static List<Handle> forged(Handle issued) {
        List<Handle> forged = new ArrayList<>();
        Fence fence = issued.fence();
        for (long epoch : new long[] {1, 2, Long.MAX_VALUE}) {
            for (int attempt : new int[] {0, 1, Integer.MAX_VALUE}) {
                forged.add(with(
                        issued,
                        new Fence(fence.executionId(), attempt, fence.attemptId(), LeaseId.random(), epoch),
                        Duration.ofSeconds(1)));
            }
        }
        HostileValues.of(Duration.class)
                .forEach(time -> lasting(issued, (Duration) time).ifPresent(forged::add));
        return forged;
    }

    /** Empty if such a handle cannot even be made. */
    private static Optional<Handle> lasting(Handle issued, Duration ttl) {
        try {
            return Optional.of(with(issued, issued.fence(), ttl));
        } catch (EngineException refused) {
            return Optional.empty();
        }
    }

    private static Handle with(Handle issued, Fence fence, Duration ttl) {
        return new Handle(issued.backend(), issued.kind(), fence, issued.lane(), issued.worker(), ttl);
    }

    /** All values a method makes when each of its parameters is hostile in turn. */
    private static void made(Object sample, Method method, List<Object> values) {
        Object target = Modifier.isStatic(method.getModifiers()) ? null : sample;
        Class<?>[] types = method.getParameterTypes();
        Object[] harmless = Arrays.stream(types).map(HostileValues::harmless).toArray();
        if (types.length == 0 || Arrays.asList(harmless).contains(null)) {
            return;
        }
        for (int place = 0; place < types.length; place++) {
            for (Object value : HostileValues.of(types[place])) {
                Object[] arguments = harmless.clone();
                arguments[place] = value;
                call(method, target, arguments).ifPresent(values::add);
            }
        }
    }

    /** What it returns; empty if it refuses, as the engine refuses. */
    static Optional<Object> call(Method method, Object target, Object... arguments) {
        try {
            return Optional.ofNullable(method.invoke(target, arguments));
        } catch (InvocationTargetException thrown) {
            if (thrown.getCause() instanceof EngineException) {
                return Optional.empty();
            }
            throw new AssertionError(
                    method + " raised " + thrown.getCause() + " for " + clipped(Arrays.deepToString(arguments)),
                    thrown.getCause());
        } catch (IllegalAccessException closed) {
            return Optional.empty();
        }
    }

    static String clipped(String text) {
        return text.length() > 200 ? text.substring(0, 200) + "…" : text;
    }
}
