package io.fluxfabric.engine.task;

import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.ExecutionKind;
import io.fluxfabric.engine.lease.Handle;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** An execution this worker holds: until when for sure, and who else has a say in how it ends. */
final class HeldTask {

    private final Claimed claimed;
    private final boolean slotted;
    private final Sinks.One<Verdict> stop = Sinks.one();
    private final Sinks.Empty<Void> givenUp = Sinks.empty();
    private volatile long confirmedAt;

    /**
     * @param sentAt when the claim was sent, on the worker's timer
     * @param slotted whether there was a slot for it
     */
    HeldTask(Claimed claimed, long sentAt, boolean slotted) {
        this.claimed = claimed;
        this.confirmedAt = sentAt;
        this.slotted = slotted;
    }

    Claimed claimed() {
        return claimed;
    }

    ExecutionId executionId() {
        return claimed.executionId();
    }

    ExecutionKind kind() {
        return claimed.kind();
    }

    Handle handle() {
        return claimed.handle();
    }

    boolean slotted() {
        return slotted;
    }

    /** A renewal that was sent then has been answered; the lease is as long from there at least. */
    void confirmed(long sentAt) {
        if (sentAt - confirmedAt > 0) {
            confirmedAt = sentAt;
        }
    }

    long confirmedAt() {
        return confirmedAt;
    }

    /** Ends the handler in this way, unless it has ended already. */
    void stop(Verdict verdict) {
        stop.tryEmitValue(verdict);
    }

    Mono<Verdict> stopped() {
        return stop.asMono();
    }

    /** Stops even to try to tell the database. */
    void giveUp() {
        givenUp.tryEmitEmpty();
    }

    Mono<Void> givenUp() {
        return givenUp.asMono();
    }
}
