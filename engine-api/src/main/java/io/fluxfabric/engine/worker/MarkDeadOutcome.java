package io.fluxfabric.engine.worker;

/** What became of a declaration of death. */
public sealed interface MarkDeadOutcome {

    Kind kind();

    /** For an exhaustive {@code switch}. */
    enum Kind {
        MARKED,
        NOT_REGISTERED
    }

    /**
     * The instance is gone.
     *
     * @param leasesReleased how many executions it held, which others may have now
     */
    record Marked(long leasesReleased) implements MarkDeadOutcome {
        @Override
        public Kind kind() {
            return Kind.MARKED;
        }
    }

    /** There is no such instance; nothing was changed. */
    record NotRegistered() implements MarkDeadOutcome {
        @Override
        public Kind kind() {
            return Kind.NOT_REGISTERED;
        }
    }
}
