package io.fluxfabric.engine.r2dbc.execution;

import io.fluxfabric.engine.execution.Explanation;
import io.fluxfabric.engine.execution.Explanation.AwaitingReclaim;
import io.fluxfabric.engine.execution.Explanation.Blocked;
import io.fluxfabric.engine.execution.Explanation.DelayedUntil;
import io.fluxfabric.engine.execution.Explanation.Ended;
import io.fluxfabric.engine.execution.Explanation.Held;
import io.fluxfabric.engine.execution.Explanation.LaneClosed;
import io.fluxfabric.engine.execution.Explanation.NoCapableWorker;
import io.fluxfabric.engine.execution.Explanation.Ready;
import io.fluxfabric.engine.id.Capabilities;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.r2dbc.kit.Moments;
import io.fluxfabric.engine.r2dbc.kit.StoredState;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.state.BlockingReason;
import io.fluxfabric.engine.state.EligibilityState;
import io.fluxfabric.engine.state.LaneState;
import io.fluxfabric.engine.state.OwnershipState;
import io.fluxfabric.engine.state.StateVector;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** The facts about one execution, and what they mean in words. */
record Situation(
        ExecutionId id,
        LaneId lane,
        int priority,
        long createdAtMs,
        StateVector state,
        Optional<String> detail,
        Optional<Instant> delayUntil,
        Optional<Instant> endedAt,
        Optional<WorkerIdentity> holder,
        Optional<Instant> leaseUntil,
        Optional<String> why,
        int retries,
        Capabilities required,
        LaneState laneState,
        Optional<String> laneReason,
        Instant now) {

    /** How many executions ahead are counted before it is just "many". */
    static final long COUNTED_AHEAD = 10_000;

    static Situation of(RowReader row) {
        return new Situation(
                ExecutionId.of(row.integer("partition_key"), row.uuid("execution_id")),
                LaneId.of(row.text("lane_id")),
                row.integer("priority"),
                row.number("created_at_ms"),
                StoredState.of(row).vector(),
                Optional.ofNullable(row.textOrNull("blocking_detail")),
                Moments.instant(row.numberOrNull("delay_until_ms")),
                Moments.instant(row.numberOrNull("terminal_at_ms")),
                row.textOrNull("lease_worker_id") == null
                        ? Optional.empty()
                        : Optional.of(DescribeExecution.holder(row)),
                Moments.instant(row.numberOrNull("lease_expires_at_ms")),
                Optional.ofNullable(row.textOrNull("cancellation_reason"))
                        .or(() -> Optional.ofNullable(row.textOrNull("failure_reason"))),
                row.integer("retry_count"),
                DescribeExecution.required(row),
                LaneState.parse(row.text("lane_state")),
                Optional.ofNullable(row.textOrNull("lane_reason")),
                Instant.ofEpochMilli(row.number("now_ms")));
    }

    /** The answer, if it does not depend on who is alive. */
    Optional<Explanation> explained() {
        return switch (state.phase()) {
            case TERMINAL -> Optional.of(ended());
            case ACTIVE -> Optional.of(active());
            case SUSPENDED, SUBMITTED -> Optional.of(blocked());
            case RUNNABLE -> runnable();
        };
    }

    private Optional<Explanation> runnable() {
        if (state.eligibility() == EligibilityState.NOT_ELIGIBLE_UNTIL_TIME) {
            return Optional.of(delayed());
        }
        boolean workerWanting = state.blocking() == BlockingReason.WAITING_FOR_WORKER
                || state.blocking() == BlockingReason.WAITING_FOR_CAPABLE_WORKER;
        if (!laneState.gives() && (workerWanting || state.eligibility() == EligibilityState.BLOCKED_BY_LANE_STATE)) {
            return Optional.of(laneClosed());
        }
        return workerWanting ? Optional.empty() : Optional.of(blocked());
    }

    private Explanation ended() {
        Instant since = endedAt.orElse(now);
        String sentence = "ended as " + state.outcome().literal() + " at " + since + because(why);
        return new Ended(id, state.outcome(), since, said(sentence));
    }

    private Explanation active() {
        if (state.ownership() == OwnershipState.LEASED
                && holder.isPresent()
                && leaseUntil.filter(now::isBefore).isPresent()) {
            Instant until = leaseUntil.orElseThrow();
            String sentence = "held by worker %s until %s (%s)".formatted(holder.orElseThrow(), until, ahead(until));
            return new Held(id, holder.orElseThrow(), until, said(sentence));
        }
        String who = holder.map(worker -> "worker " + worker).orElse("its worker");
        String sentence = leaseUntil
                .map(until -> "the lease of " + who + " ended at " + until + "; the next sweep hands it on")
                .orElse(who + " lost its lease; it waits to be taken over");
        return new AwaitingReclaim(id, said(sentence));
    }

    private Explanation delayed() {
        Instant until = delayUntil.orElse(now);
        String what = switch (state.blocking()) {
            case WAITING_FOR_RETRY_BACKOFF -> "retry " + retries + " starts";
            case WAITING_FOR_RESUME_DELAY -> "resumes";
            default -> "starts";
        };
        String sentence = until.isAfter(now)
                ? what + " at " + until + " (" + ahead(until) + ")" + because(why)
                : what + " with the next sweep, due since " + until;
        return new DelayedUntil(id, until, state.blocking(), said(sentence));
    }

    private Explanation laneClosed() {
        String sentence = "lane " + lane + " is " + laneState.literal() + because(laneReason);
        return new LaneClosed(id, lane, laneState, laneReason, said(sentence));
    }

    private Explanation blocked() {
        String reason = state.blocking().literal().replace('_', ' ');
        return new Blocked(id, state.blocking(), detail, said(reason + because(detail)));
    }

    /** The answer, if nothing but a worker is wanting. */
    Explanation waiting(LaneWorkers workers, long ahead) {
        int capable = workers.capable(required);
        if (capable > 0 || required.isEmpty()) {
            return state.blocking() == BlockingReason.WAITING_FOR_CAPABLE_WORKER ? blocked() : ready(capable, ahead);
        }
        int alive = workers.alive().size();
        String lastSeen = workers.lastSeen(required)
                .map(entry -> " (last seen: " + entry.instance() + ", "
                        + spoken(Duration.between(Instant.ofEpochMilli(entry.lastSeenMs()), now)) + " ago)")
                .orElse("");
        String sentence = "requires " + required + "; "
                + (alive == 0
                        ? "no worker alive on lane " + lane
                        : counted(alive, "worker") + " alive on lane " + lane + ", none offers it")
                + lastSeen;
        return new NoCapableWorker(id, workers.missing(required), alive, said(sentence));
    }

    private Explanation ready(int capable, long ahead) {
        String queue = ahead == 0
                ? "next on lane " + lane
                : (ahead >= COUNTED_AHEAD ? "at least " : "") + counted(ahead, "execution") + " ahead on lane " + lane;
        String sentence = queue + "; "
                + (capable == 0 ? "no registered worker can take it" : counted(capable, "worker") + " can take it");
        return new Ready(id, ahead, capable, said(sentence));
    }

    private String said(String sentence) {
        return state.publicState().literal().toUpperCase(Locale.ROOT) + ": " + sentence;
    }

    private String ahead(Instant until) {
        return "in " + spoken(Duration.between(now, until));
    }

    private static String because(Optional<String> reason) {
        return reason.filter(text -> !text.isBlank()).map(text -> ": " + text).orElse("");
    }

    private static String counted(long count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    /** In the largest unit that gives a whole number above one or so: nobody reads milliseconds aloud. */
    private static String spoken(Duration duration) {
        long seconds = Math.max(0, duration.toSeconds());
        if (seconds < 120) {
            return seconds + " s";
        }
        if (seconds < 2 * 3600) {
            return seconds / 60 + " min";
        }
        return seconds < 2 * 86_400 ? seconds / 3600 + " h" : seconds / 86_400 + " days";
    }
}
