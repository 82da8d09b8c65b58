package io.fluxfabric.engine.proof.model;

import io.fluxfabric.engine.id.WorkerIdentity;

/**
 * A grant as the model sees it. Two that say the same (the same execution, worker and end) are one: the text of a grant is made of
 * that and of nothing else.
 */
record Grant(Exec of, boolean toReclaim, WorkerIdentity to, long expiresAt) {}
