package io.fluxfabric.engine.lease;

import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.state.Literal;

/** The kind of database that an engine runs on; a handle is good only where it was issued. */
public enum Backend implements Literal {
    // The numbers are part of the wire form of handles. 1 belongs to an engine that is not ours.
    POSTGRES(2),
    SQLITE(3);

    private final int tag;

    Backend(int tag) {
        this.tag = tag;
    }

    /** The number that stands for it in a handle. */
    int tag() {
        return tag;
    }

    static Backend ofTag(int tag) {
        for (Backend backend : values()) {
            if (backend.tag == tag) {
                return backend;
            }
        }
        throw ValidationException.corruption("handle", "has the unknown backend tag " + tag);
    }
}
