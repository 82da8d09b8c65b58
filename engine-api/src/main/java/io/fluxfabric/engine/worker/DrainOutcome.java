package io.fluxfabric.engine.worker;

/** What became of a word about whether an instance gets new work. */
public enum DrainOutcome {
    /** It gets no new work. */
    DRAINING,
    /** It gets new work. */
    WORKING,
    /** There is no such instance, or it lapsed; nothing was changed. */
    NOT_REGISTERED
}
