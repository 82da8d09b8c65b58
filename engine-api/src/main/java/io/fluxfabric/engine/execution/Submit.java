package io.fluxfabric.engine.execution;

import io.fluxfabric.engine.id.Capabilities;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.ExecutionKind;
import io.fluxfabric.engine.id.IdempotencyKey;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.id.Priority;
import io.fluxfabric.engine.id.Tags;
import io.fluxfabric.engine.limits.Characters;
import io.fluxfabric.engine.limits.TextRule;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.policy.ExecutionPolicy;
import io.fluxfabric.engine.policy.Retry;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A request to run something once, durably. Immutable: each method gives a copy.
 *
 * <pre>{@code Submit.of("send-invoice").lane("mail").payload(Payload.json(invoice)).idempotencyKey("invoice-A-1")}</pre>
 */
public final class Submit {

    /** The lane of executions that name none. */
    public static final LaneId DEFAULT_LANE = LaneId.of("default");

    private static final TextRule TRACE_PARENT = TextRule.required(256, Characters.ASCII);

    private ExecutionKind kind;
    private LaneId lane = DEFAULT_LANE;
    private Payload payload = Payload.none();
    private Priority priority = Priority.of(0);
    private Capabilities required = Capabilities.none();
    private ExecutionPolicy policy = ExecutionPolicy.defaults();
    private Tags tags = Tags.none();
    private @Nullable ExecutionId executionId;
    private @Nullable IdempotencyKey idempotencyKey;
    private @Nullable Moment startAt;
    private @Nullable Moment deadline;
    private @Nullable String creator;
    private @Nullable String traceParent;

    private Submit(ExecutionKind kind) {
        this.kind = kind;
    }

    private Submit(Submit other) {
        this.kind = other.kind;
        this.lane = other.lane;
        this.payload = other.payload;
        this.priority = other.priority;
        this.required = other.required;
        this.policy = other.policy;
        this.tags = other.tags;
        this.executionId = other.executionId;
        this.idempotencyKey = other.idempotencyKey;
        this.startAt = other.startAt;
        this.deadline = other.deadline;
        this.creator = other.creator;
        this.traceParent = other.traceParent;
    }

    private Submit with(Consumer<Submit> change) {
        Submit copy = new Submit(this);
        change.accept(copy);
        return copy;
    }

    /** An execution of a kind; the kind is what a worker chooses its handler by. */
    public static Submit of(String kind) {
        return new Submit(ExecutionKind.of(kind));
    }

    public Submit kind(String value) {
        return with(copy -> copy.kind = ExecutionKind.of(value));
    }

    /** The queue it waits in. */
    public Submit lane(String value) {
        return with(copy -> copy.lane = LaneId.of(value));
    }

    public Submit payload(Payload value) {
        return with(copy -> copy.payload = value);
    }

    /** From 0 to 9000, higher is sooner; what lies outside is moved to the nearer end. */
    public Submit priority(int value) {
        return with(copy -> copy.priority = Priority.of(value));
    }

    /** What a worker must offer to get it. */
    public Submit requires(String... capabilities) {
        return with(copy -> copy.required = Capabilities.required(capabilities));
    }

    /** The whole policy at once. */
    public Submit policy(ExecutionPolicy value) {
        return with(copy -> copy.policy = value);
    }

    /** The policy with something changed. */
    public Submit policy(UnaryOperator<ExecutionPolicy> change) {
        return with(copy -> copy.policy = change.apply(copy.policy));
    }

    /** How often and when it is tried again after a failure; never, if nothing is said. */
    public Submit retry(Retry retry) {
        return policy(current -> current.withRetry(retry));
    }

    /** How long one attempt may run. */
    public Submit attemptTimeout(Duration timeout) {
        return policy(current -> current.withAttemptTimeout(timeout));
    }

    public Submit tags(Map<String, String> values) {
        return with(copy -> copy.tags = Tags.of(values));
    }

    /** A key under which a repeated submit finds the first one instead of making another. */
    public Submit idempotencyKey(String key) {
        return with(copy -> copy.idempotencyKey = key.isEmpty() ? null : IdempotencyKey.of(key));
    }

    /** An id the caller made; submitting it twice makes one execution. */
    public Submit executionId(ExecutionId id) {
        return with(copy -> copy.executionId = id);
    }

    /** Not before this much time has passed. */
    public Submit delay(Duration delay) {
        return with(copy -> copy.startAt = Moment.after(delay));
    }

    /** Not before; an instant in the past is no delay. */
    public Submit startAt(Instant instant) {
        return with(copy -> copy.startAt = Moment.at(instant));
    }

    /** Ended by then, or expired. */
    public Submit deadline(Duration fromNow) {
        return with(copy -> copy.deadline = Moment.after(fromNow));
    }

    /** Ended by then, or expired. */
    public Submit deadline(Instant instant) {
        return with(copy -> copy.deadline = Moment.at(instant));
    }

    /** Who asked for it, for people who look at it later. */
    public Submit creator(String value) {
        return with(copy -> copy.creator = TextRule.ACTOR.check("creator", value));
    }

    /** The W3C trace context it continues. */
    public Submit traceParent(String value) {
        return with(copy -> copy.traceParent = TRACE_PARENT.check("traceParent", value));
    }

    public ExecutionKind kind() {
        return kind;
    }

    public LaneId lane() {
        return lane;
    }

    public Payload payload() {
        return payload;
    }

    public Priority priority() {
        return priority;
    }

    public Capabilities required() {
        return required;
    }

    public ExecutionPolicy policy() {
        return policy;
    }

    public Tags tags() {
        return tags;
    }

    public Optional<ExecutionId> executionId() {
        return Optional.ofNullable(executionId);
    }

    public Optional<IdempotencyKey> idempotencyKey() {
        return Optional.ofNullable(idempotencyKey);
    }

    public Optional<Moment> startAt() {
        return Optional.ofNullable(startAt);
    }

    public Optional<Moment> deadline() {
        return Optional.ofNullable(deadline);
    }

    public Optional<String> creator() {
        return Optional.ofNullable(creator);
    }

    public Optional<String> traceParent() {
        return Optional.ofNullable(traceParent);
    }

    @Override
    public String toString() {
        return "Submit[" + kind + " on " + lane + ", " + payload + "]";
    }
}
