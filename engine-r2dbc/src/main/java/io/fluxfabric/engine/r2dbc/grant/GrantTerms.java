package io.fluxfabric.engine.r2dbc.grant;

import io.fluxfabric.engine.id.Capabilities;
import io.fluxfabric.engine.id.WorkerIdentity;
import java.time.Duration;

/** What is asked for: what the grant is good for, for whom, and how long. */
public record GrantTerms(GrantKind kind, WorkerIdentity worker, Capabilities offered, Duration ttl) {}
