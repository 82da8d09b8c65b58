package io.fluxfabric.engine.execution;

import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.state.PublicState;

/** What became of a submit. Most callers only want the id, which both answers have. */
public sealed interface SubmitOutcome {

    ExecutionId executionId();

    Kind kind();

    /** For an exhaustive {@code switch}. */
    enum Kind {
        CREATED,
        DUPLICATE
    }

    /** It is stored, and waits or is delayed. */
    record Created(ExecutionId executionId, PublicState publicState) implements SubmitOutcome {
        @Override
        public Kind kind() {
            return Kind.CREATED;
        }
    }

    /** The same was submitted before, under this id or key; nothing was changed. */
    record Duplicate(ExecutionId executionId) implements SubmitOutcome {
        @Override
        public Kind kind() {
            return Kind.DUPLICATE;
        }
    }
}
