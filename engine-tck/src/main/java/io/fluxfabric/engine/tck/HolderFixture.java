package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.Scope;
import io.fluxfabric.engine.error.EngineException;
import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.event.CompletionEvent;
import io.fluxfabric.engine.event.LeaseEvent;
import io.fluxfabric.engine.execution.Attempt;
import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.execution.Moment;
import io.fluxfabric.engine.execution.Progress;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.lease.Fence;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.lease.HandleKind;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.policy.Failure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** What the contracts of lease holders share. */
public interface HolderFixture extends EngineFixture {

    /** One of the calls that want a handle. */
    record Verb(String name, Function<Handle, Mono<?>> call) {}

    /** Every call that wants a handle. */
    default List<Verb> verbs() {
        return verbs(scope());
    }

    default List<Verb> verbs(Scope scope) {
        return List.of(
                new Verb("renew", handle -> scope.leases().renew(handle)),
                new Verb("progress", handle -> scope.executions().progress(handle, Progress.percent(99))),
                new Verb("complete", handle -> scope.executions().complete(handle, Payload.text("forged"))),
                new Verb("fail", handle -> scope.executions().fail(handle, Failure.permanent("forged"))),
                new Verb("delay", handle -> scope.executions().delay(handle, Moment.after(Duration.ofHours(1)))),
                new Verb("release", handle -> scope.executions().release(handle, "forged")),
                new Verb("cancel", handle -> scope.executions().cancel(handle, "forged")));
    }

    /** The error a call ends with; an answer, or silence, is a failure. */
    default EngineException errorOf(Mono<?> call) {
        Throwable error = await(call.materialize()).getThrowable();
        assertThat(error).as("an error").isInstanceOf(EngineException.class);
        return (EngineException) error;
    }

    default void assertRefused(Verb verb, Handle handle, ErrorCode code) {
        assertThat(errorOf(verb.call().apply(handle)).code()).as(verb.name()).isEqualTo(code);
    }

    /** Somebody else claims what the lane has. */
    default Claimed claimedByBert() {
        return claimedBy(Claim.lane(LANE).as(BERT));
    }

    default Attempt attemptOf(ExecutionId id, int index) {
        return await(executions().attempts(id)).get(index);
    }

    /** The lease events of the namespace, as {@code type(reason)}. */
    default List<String> leaseEvents() {
        return await(scope().events().leases(Optional.empty()).map(HolderFixture::text));
    }

    private static String text(LeaseEvent event) {
        return event.type() + event.reason().map(reason -> "(" + reason + ")").orElse("");
    }

    default List<CompletionEvent> completions() {
        return await(scope().events().completions(Optional.empty()));
    }

    static Handle with(Handle handle, Fence fence) {
        return new Handle(handle.backend(), handle.kind(), fence, handle.lane(), handle.worker(), handle.ttl());
    }

    static Handle with(Handle handle, HandleKind kind) {
        return new Handle(handle.backend(), kind, handle.fence(), handle.lane(), handle.worker(), handle.ttl());
    }

    static Handle with(Handle handle, Duration ttl) {
        return new Handle(handle.backend(), handle.kind(), handle.fence(), handle.lane(), handle.worker(), ttl);
    }

    static Handle withEpoch(Handle handle, long epoch) {
        Fence fence = handle.fence();
        return with(
                handle,
                new Fence(fence.executionId(), fence.attemptIndex(), fence.attemptId(), fence.leaseId(), epoch));
    }
}
