package io.fluxfabric.engine.lease;

import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.state.Literal;

/** How the holder of a handle came by it. */
public enum HandleKind implements Literal {
    // The order is part of the wire form of handles: new kinds go to the end.
    /** By claiming an execution for a new attempt. */
    FRESH,
    /** By claiming an execution whose attempt was interrupted and goes on. */
    RESUMED,
    /** By taking over from a holder that was lost. */
    RECLAIMED,
    /** By suspending: it names the execution but holds it no longer. */
    SUSPENDED;

    private static final HandleKind[] KINDS = values();

    /** Reads the stored text; refused with {@code Corruption} if it is none of these. */
    public static HandleKind parse(String literal) {
        for (HandleKind kind : KINDS) {
            if (kind.literal().equals(literal)) {
                return kind;
            }
        }
        throw ValidationException.corruption("lease_kind", "is none of the known ones");
    }

    @SuppressWarnings("EnumOrdinal") // The wire form; see above.
    int tag() {
        return ordinal();
    }

    static HandleKind ofTag(int tag) {
        if (tag >= KINDS.length) {
            throw ValidationException.corruption("handle", "has the unknown kind " + tag);
        }
        return KINDS[tag];
    }
}
