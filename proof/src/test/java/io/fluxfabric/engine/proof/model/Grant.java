package io.fluxfabric.engine.proof.model;

import io.fluxfabric.engine.id.WorkerIdentity;

/** A grant as the model sees it; two are the same only if they are the same object. */
final class Grant {
    final Exec of;
    final boolean toReclaim;
    final WorkerIdentity to;
    final long expiresAt;

    Grant(Exec of, boolean toReclaim, WorkerIdentity to, long expiresAt) {
        this.of = of;
        this.toReclaim = toReclaim;
        this.to = to;
        this.expiresAt = expiresAt;
    }
}
