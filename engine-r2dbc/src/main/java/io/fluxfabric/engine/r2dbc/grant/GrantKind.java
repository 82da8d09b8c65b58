package io.fluxfabric.engine.r2dbc.grant;

import io.fluxfabric.engine.state.Literal;

/** What a grant is good for. */
public enum GrantKind implements Literal {
    CLAIM,
    RECLAIM
}
