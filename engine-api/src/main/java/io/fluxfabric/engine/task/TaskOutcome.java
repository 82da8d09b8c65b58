package io.fluxfabric.engine.task;

import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.limits.TextRule;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.policy.Failure;
import java.time.Duration;

/**
 * How a handler wants its execution to go on. A handler only needs it for what is neither a result nor an error:
 * {@code return Mono.just(TaskOutcome.delayed(Duration.ofMinutes(5), "the shop is closed"))}.
 */
public sealed interface TaskOutcome {

    /** It ended well. */
    record Complete(Payload result) implements TaskOutcome {}

    /** The attempt failed; the execution's policy decides whether there is another. */
    record Fail(Failure failure) implements TaskOutcome {}

    /** It goes on later, as the same attempt. */
    record Delay(Duration delay, String reason) implements TaskOutcome {
        public Delay {
            if (delay.isNegative()) {
                throw ValidationException.invalidInput("delay", "must not be negative, but is " + delay);
            }
            TextRule.REASON.check("reason", reason);
        }
    }

    /** Anybody may go on with it at once, as the same attempt. */
    record Release(String reason) implements TaskOutcome {
        public Release {
            TextRule.REASON.check("reason", reason);
        }
    }

    /** It ended as cancelled. */
    record Cancel(String reason) implements TaskOutcome {
        public Cancel {
            TextRule.REASON.check("reason", reason);
        }
    }

    static TaskOutcome completed(Payload result) {
        return new Complete(result);
    }

    static TaskOutcome failed(Failure failure) {
        return new Fail(failure);
    }

    static TaskOutcome delayed(Duration delay, String reason) {
        return new Delay(delay, reason);
    }

    static TaskOutcome released(String reason) {
        return new Release(reason);
    }

    static TaskOutcome cancelled(String reason) {
        return new Cancel(reason);
    }
}
