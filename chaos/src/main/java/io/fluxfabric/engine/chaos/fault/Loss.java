package io.fluxfabric.engine.chaos.fault;

/** What a wire that is cut in the middle of a request loses. */
public enum Loss {
    /** The request: the server never sees it. */
    REQUEST,
    /** The answer: the server has done what it was asked for, and the client never learns of it. */
    ANSWER
}
