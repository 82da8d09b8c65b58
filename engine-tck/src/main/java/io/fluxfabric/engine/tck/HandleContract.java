package io.fluxfabric.engine.tck;

import static io.fluxfabric.engine.tck.HolderFixture.with;
import static io.fluxfabric.engine.tck.HolderFixture.withEpoch;
import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.Scope;
import io.fluxfabric.engine.error.EngineException;
import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.execution.Execution;
import io.fluxfabric.engine.id.AttemptId;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.LeaseId;
import io.fluxfabric.engine.lease.Backend;
import io.fluxfabric.engine.lease.Fence;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.lease.HandleKind;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is not the handle that was issued: altered, invented, or shown in the wrong place. */
public interface HandleContract extends HolderFixture {

    @Test
    @DisplayName(
            "LSE-002, LSE-003, LSE-006 (target) a handle altered in anything is stale for every verb and changes nothing")
    default void alteredHandles() {
        Handle handle = givenRunning();
        Fence fence = handle.fence();
        ExecutionId id = handle.executionId();
        Map<String, Handle> altered = Map.of(
                "epoch + 7", withEpoch(handle, fence.epoch() + 7),
                "epoch 999", withEpoch(handle, 999),
                "greatest epoch", withEpoch(handle, Long.MAX_VALUE),
                "lease id",
                        with(
                                handle,
                                new Fence(
                                        id,
                                        fence.attemptIndex(),
                                        fence.attemptId(),
                                        new LeaseId(UUID.randomUUID()),
                                        fence.epoch())),
                "attempt id",
                        with(
                                handle,
                                new Fence(
                                        id,
                                        fence.attemptIndex(),
                                        new AttemptId(UUID.randomUUID()),
                                        fence.leaseId(),
                                        fence.epoch())),
                "attempt index",
                        with(
                                handle,
                                new Fence(
                                        id,
                                        fence.attemptIndex() + 1,
                                        fence.attemptId(),
                                        fence.leaseId(),
                                        fence.epoch())),
                "resumed", with(handle, HandleKind.RESUMED),
                "reclaimed", with(handle, HandleKind.RECLAIMED),
                "suspended", with(handle, HandleKind.SUSPENDED));
        Execution before = describe(id);

        altered.forEach((what, forged) -> {
            for (Verb verb : verbs()) {
                EngineException error = errorOf(verb.call().apply(forged));
                assertThat(error.code())
                        .as("%s with another %s", verb.name(), what)
                        .isEqualTo(ErrorCode.STALE_LEASE);
                assertThat(error.getMessage())
                        .doesNotContain(fence.leaseId().value().toString());
            }
        });

        assertThat(describe(id)).isEqualTo(before);
        await(executions().complete(handle));
        assertThat(completions()).hasSize(1);
    }

    @Test
    @DisplayName("EXE-044 a handle of another kind of database is refused by name, and nothing is written")
    default void otherBackend() {
        Handle handle = givenRunning();
        Backend other = handle.backend() == Backend.POSTGRES ? Backend.SQLITE : Backend.POSTGRES;
        Handle foreign = new Handle(other, handle.kind(), handle.fence(), handle.lane(), handle.worker(), handle.ttl());
        Execution before = describe(handle.executionId());

        for (Verb verb : verbs()) {
            EngineException error = errorOf(verb.call().apply(foreign));
            assertThat(error.code()).as(verb.name()).isEqualTo(ErrorCode.HANDLE_FROM_OTHER_BACKEND);
            assertThat(error).hasMessageContaining(other.literal());
        }

        assertThat(describe(handle.executionId())).isEqualTo(before);
    }

    @Test
    @DisplayName("a handle is nothing in another namespace, and says nothing there")
    default void otherNamespace() {
        Handle handle = givenRunning();
        Scope elsewhere = engine().namespace(scope().namespace().value() + "-elsewhere");
        Execution before = describe(handle.executionId());

        for (Verb verb : verbs(elsewhere)) {
            assertRefused(verb, handle, ErrorCode.NOT_FOUND);
        }
        assertThat(describe(handle.executionId())).isEqualTo(before);

        await(executions().complete(handle));
        for (Verb verb : verbs(elsewhere)) {
            assertRefused(verb, handle, ErrorCode.NOT_FOUND);
        }
    }

    @Test
    @DisplayName("an invented handle finds nothing; one on a partition that does not exist is refused")
    default void inventedHandles() {
        Handle handle = givenRunning();
        Fence fence = handle.fence();
        Handle invented = with(
                handle,
                new Fence(
                        ExecutionId.of(handle.executionId().partition(), UUID.randomUUID()),
                        0,
                        fence.attemptId(),
                        fence.leaseId(),
                        1));
        Handle nowhere = with(
                handle,
                new Fence(
                        ExecutionId.of(65535, handle.executionId().uuid()), 0, fence.attemptId(), fence.leaseId(), 1));

        for (Verb verb : verbs()) {
            assertRefused(verb, invented, ErrorCode.NOT_FOUND);
            assertRefused(verb, nowhere, ErrorCode.INVALID_INPUT);
        }
    }

    @Test
    @DisplayName("a handle that went over a wire is as good as ever")
    default void decodedHandle() {
        Handle handle = givenRunning();

        assertThat(await(executions().complete(Handle.decode(handle.encode()))).executionId())
                .isEqualTo(handle.executionId());
    }
}
