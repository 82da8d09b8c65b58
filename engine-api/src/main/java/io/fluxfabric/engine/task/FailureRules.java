package io.fluxfabric.engine.task;

import io.fluxfabric.engine.policy.Failure;
import io.fluxfabric.engine.policy.FailureClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** What sort of failure an exception is. The rule that was added last is asked first; immutable. */
final class FailureRules {

    private final List<Function<Throwable, Optional<Failure>>> rules;

    private FailureRules(List<Function<Throwable, Optional<Failure>>> rules) {
        this.rules = List.copyOf(rules);
    }

    /** Timeouts are timeouts; everything else may work next time. */
    static FailureRules standard() {
        return new FailureRules(List.of()).and(FailureClass.TIMEOUT, List.of(TimeoutException.class));
    }

    FailureRules and(Function<Throwable, Optional<Failure>> rule) {
        List<Function<Throwable, Optional<Failure>>> more = new ArrayList<>();
        more.add(rule);
        more.addAll(rules);
        return new FailureRules(more);
    }

    FailureRules and(FailureClass failureClass, List<Class<? extends Throwable>> types) {
        return and(error -> types.stream().anyMatch(type -> type.isInstance(error))
                ? Optional.of(Failure.of(failureClass, error))
                : Optional.empty());
    }

    /** A rule that fails itself says nothing about the error, so the next one is asked. */
    Failure of(Throwable error) {
        for (Function<Throwable, Optional<Failure>> rule : rules) {
            try {
                Optional<Failure> failure = rule.apply(error);
                if (failure.isPresent()) {
                    return failure.get();
                }
            } catch (RuntimeException broken) {
                error.addSuppressed(broken);
            }
        }
        return Failure.transientFailure(error);
    }
}
