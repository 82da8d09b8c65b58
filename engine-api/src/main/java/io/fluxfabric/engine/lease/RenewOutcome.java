package io.fluxfabric.engine.lease;

import io.fluxfabric.engine.error.EngineException;

/** What became of one lease of many. */
public sealed interface RenewOutcome {

    Handle handle();

    /** It goes on. */
    record Renewed(Handle handle, LeaseRenewal renewal) implements RenewOutcome {}

    /** It is lost, for the reason the error gives; its holder must stop. */
    record Lost(Handle handle, EngineException reason) implements RenewOutcome {}
}
