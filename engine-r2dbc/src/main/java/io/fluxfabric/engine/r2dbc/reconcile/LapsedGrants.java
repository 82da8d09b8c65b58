package io.fluxfabric.engine.r2dbc.reconcile;

import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Session;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import reactor.core.publisher.Mono;

/** Grants that nobody used in time. They hold nobody back any more, so this only makes room. */
final class LapsedGrants implements Pass {

    private static final Sql LAG = Sql.of("""
            SELECT {NOW} - min(expires_at_ms) AS lag_ms FROM ff_claim_grant
             WHERE expires_at_ms <= {NOW} AND :batch > 0""");

    private static final Sql FORGET = Sql.of("""
            DELETE FROM ff_claim_grant
             WHERE {ROW_ID} IN (SELECT {ROW_ID} FROM ff_claim_grant WHERE expires_at_ms <= {NOW}
                                 ORDER BY expires_at_ms LIMIT :batch {SKIP_LOCKED})
               AND expires_at_ms <= {NOW}""");

    @Override
    public Sql lag() {
        return LAG;
    }

    @Override
    public Mono<Batch> batch(Session session, int size) {
        return session.update(FORGET, Binds.of("batch", size)).map(gone -> new Batch(gone, gone));
    }
}
