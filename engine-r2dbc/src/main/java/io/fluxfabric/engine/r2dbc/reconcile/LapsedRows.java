package io.fluxfabric.engine.r2dbc.reconcile;

import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Session;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import reactor.core.publisher.Mono;

/** Rows whose time is over and that hold nobody back any more, so that forgetting them only makes room. */
final class LapsedRows implements Pass {

    private final Sql lag;
    private final Sql forget;

    private LapsedRows(String table) {
        this.lag = Sql.of("""
                SELECT {NOW} - min(expires_at_ms) AS lag_ms FROM %s
                 WHERE expires_at_ms <= {NOW} AND :batch > 0""".formatted(table));
        this.forget = Sql.of("""
                DELETE FROM %1$s
                 WHERE {ROW_ID} IN (SELECT {ROW_ID} FROM %1$s WHERE expires_at_ms <= {NOW}
                                     ORDER BY expires_at_ms LIMIT :batch {SKIP_LOCKED})
                   AND expires_at_ms <= {NOW}""".formatted(table));
    }

    /** Idempotency keys whose window is over. */
    static LapsedRows keys() {
        return new LapsedRows("ff_idempotency");
    }

    /** Grants that nobody used in time. */
    static LapsedRows grants() {
        return new LapsedRows("ff_claim_grant");
    }

    @Override
    public Sql lag() {
        return lag;
    }

    @Override
    public Mono<Batch> batch(Session session, int size) {
        return session.update(forget, Binds.of("batch", size)).map(gone -> new Batch(gone, gone));
    }
}
