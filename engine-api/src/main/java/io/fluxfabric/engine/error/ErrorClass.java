package io.fluxfabric.engine.error;

/** What a caller can do about an error. */
public enum ErrorClass {
    /** Stop: repeating the same call gives the same answer. */
    TERMINAL,
    /** Back off and repeat: the same call may succeed later. */
    RETRYABLE,
    /** Act as asked, then stop; somebody else needs the room. */
    COOPERATIVE,
    /** Go on: what was asked for is already so. */
    INFORMATIONAL,
    /** Report it: the engine broke one of its own rules. */
    BUG
}
