package io.fluxfabric.engine.reclaim;

/** Why an execution cannot be taken over. */
public enum NotReclaimableReason {
    /** It waits, sleeps or has ended; perhaps it was put back on its lane, where anybody can claim it. */
    NOT_ACTIVE,
    /** Somebody holds it, and is not lost. */
    LEASE_STILL_LIVE,
    /** The worker lacks what the execution requires. */
    MISSING_CAPABILITY
}
