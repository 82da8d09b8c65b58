package io.fluxfabric.engine.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.policy.Failure;
import io.fluxfabric.engine.policy.FailureClass;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

class WorkerSettingsTest {

    private final Worker worker = Worker.on(new ScriptedScope().scope());

    private static void refused(String field, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ValidationException.class,
                        refusal -> assertThat(refusal.field()).isEqualTo(field));
    }

    @Test
    @DisplayName("what makes no sense is refused where it is said")
    void refusals() {
        Worker able = worker.otherwise(task -> Mono.empty());
        refused("concurrency", () -> worker.concurrency(0));
        refused("lease", () -> worker.lease(Duration.ZERO));
        refused("drainGrace", () -> worker.drainGrace(Duration.ofSeconds(-1)));
        refused("drainGrace", () -> worker.drainGrace(Duration.ofSeconds(Long.MAX_VALUE)));
        refused("lease", () -> worker.lease(Duration.ofSeconds(Long.MAX_VALUE)));
        refused("blockingAfter", () -> worker.blockingAfter(Duration.ofNanos(1)));
        refused("eventBuffer", () -> worker.eventBuffer(0));
        refused("claimBatch", () -> worker.claimBatch(0));
        refused("lane", () -> worker.lane(""));
        refused("namespace", () -> worker.namespace("other"));
        refused("handlers", worker::run);
        refused(
                "renewEvery",
                () -> able.lease(Duration.ofSeconds(12))
                        .renewEvery(Duration.ofSeconds(6))
                        .run());
        refused("maxWait", () -> able.maxWait(Duration.ofMinutes(1)).run());
    }

    @Test
    @DisplayName("setting something gives a copy and leaves the original alone")
    void copies() {
        assertThatThrownBy(worker::run).isInstanceOf(ValidationException.class);
        worker.otherwise(task -> Mono.empty()).run();
        assertThatThrownBy(worker::run).isInstanceOf(ValidationException.class);
    }

    @Test
    @DisplayName("defaults follow from the lease, and each run is an instance of its own")
    void defaults() {
        WorkerPlan plan = new WorkerPlan(new ScriptedScope().scope());
        assertThat(plan.lanes()).isEqualTo(List.of(LaneId.DEFAULT));
        assertThat(plan.renewEvery()).isEqualTo(Duration.ofSeconds(10));
        assertThat(plan.maxWait()).isEqualTo(Duration.ofSeconds(5));
        assertThat(plan.reliable()).isEqualTo(Duration.ofSeconds(25));
        WorkerIdentity one = plan.identity();
        assertThat(one.instance().value()).startsWith("worker-");
        assertThat(one).isNotEqualTo(plan.identity());
    }

    @Test
    @DisplayName("the rule that was added last is asked first, and one that fails is passed over")
    void failureRules() {
        FailureRules rules = FailureRules.standard()
                .and(FailureClass.PERMANENT, List.of(IllegalArgumentException.class))
                .and(error -> error instanceof NumberFormatException
                        ? Optional.of(Failure.transientFailure("typo"))
                        : Optional.empty())
                .and(error -> {
                    throw new IllegalStateException("broken rule");
                });
        assertThat(rules.of(new IllegalArgumentException()).failureClass()).isEqualTo(FailureClass.PERMANENT);
        assertThat(rules.of(new NumberFormatException()).message()).isEqualTo("typo");
        assertThat(rules.of(new TimeoutException()).failureClass()).isEqualTo(FailureClass.TIMEOUT);
        assertThat(rules.of(new Exception()).failureClass()).isEqualTo(FailureClass.TRANSIENT);
    }
}
