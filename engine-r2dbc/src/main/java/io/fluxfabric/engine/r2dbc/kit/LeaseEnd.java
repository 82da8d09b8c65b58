package io.fluxfabric.engine.r2dbc.kit;

import io.fluxfabric.engine.policy.FailureClass;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.state.AttemptOutcome;
import java.time.Instant;
import java.util.Optional;

/**
 * How a lease ended, as the attempt remembers it.
 *
 * @param interruption how, if the attempt goes on under another lease: released, delayed, revoked or expired
 * @param failure what its holder reported, if it reported a failure
 * @param retryAt when it goes on or is tried again, if that was decided
 */
public record LeaseEnd(
        int attemptIndex,
        AttemptOutcome outcome,
        Optional<String> interruption,
        Optional<FailureClass> failure,
        Instant at,
        Optional<Instant> retryAt) {

    static LeaseEnd of(RowReader row) {
        Long ended = row.numberOrNull("ended_at_ms");
        return new LeaseEnd(
                row.integer("attempt_index"),
                AttemptOutcome.parse(row.text("outcome")),
                Optional.ofNullable(row.textOrNull("interruption")),
                Optional.ofNullable(row.textOrNull("failure_class")).map(FailureClass::parse),
                Instant.ofEpochMilli(ended == null ? row.number("suspended_at_ms") : ended),
                Moments.instant(row.numberOrNull("retry_at_ms")));
    }

    public boolean interruptedBy(String how) {
        return interruption.filter(how::equals).isPresent();
    }

    boolean revoked() {
        return interruptedBy("revoked");
    }

    boolean expired() {
        return outcome == AttemptOutcome.LEASE_EXPIRED_RECLAIMABLE || interruptedBy("expired");
    }
}
