package io.fluxfabric.engine.r2dbc.grant;

import io.fluxfabric.engine.error.UnavailableException;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Session;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import reactor.core.publisher.Mono;

/** Grants in the database: one place for each execution, taken over from a grant that is not alive any more. */
public final class StoredGrants {

    /** The secret of the key {@code :kid}, as a column, if what it signed is still accepted. */
    public static final String SECRET = """
            (SELECT k.secret FROM ff_signing_key k
              WHERE k.kid = :kid AND (k.active = 1 OR k.verify_until_ms > {NOW})) AS secret""";

    private static final Sql PUT = Sql.of("""
            INSERT INTO ff_claim_grant (partition_key, execution_id, grant_id, namespace, kind, lane_id, worker_id,
                   worker_instance_id, worker_capabilities, grant_ttl_ms, issued_at_ms, expires_at_ms)
            VALUES (:partition, :execution, :grant, :namespace, :kind, :lane, :worker, :instance, :offered, :ttl, :issued,
                    :expires)
            ON CONFLICT (partition_key, execution_id) DO UPDATE
               SET grant_id = excluded.grant_id, kind = excluded.kind, worker_id = excluded.worker_id,
                   worker_instance_id = excluded.worker_instance_id, worker_capabilities = excluded.worker_capabilities,
                   grant_ttl_ms = excluded.grant_ttl_ms, issued_at_ms = excluded.issued_at_ms,
                   expires_at_ms = excluded.expires_at_ms""");

    private StoredGrants() {}

    /** Signs a grant for an execution that was found worthy of it, and stores that. */
    public static Mono<GrantText> put(Session session, Kit kit, Grantable to, GrantTerms terms) {
        return Mono.justOrEmpty(to.key())
                .switchIfEmpty(Mono.error(() -> new UnavailableException(
                        "grant.sign", "the database has no key to sign with; prepare the engine first")))
                .map(key -> GrantText.sign(
                        terms.kind(),
                        to.id(),
                        terms.worker(),
                        to.nowMs() + terms.ttl().toMillis(),
                        key))
                .flatMap(
                        text -> session.update(PUT, binds(kit, to, terms, text)).thenReturn(text));
    }

    private static Binds binds(Kit kit, Grantable to, GrantTerms terms, GrantText text) {
        return kit.binds(to.id())
                .and("grant", text.id())
                .and("kind", terms.kind().literal())
                .and("lane", to.lane().value())
                .and("worker", terms.worker().worker().value())
                .and("instance", terms.worker().instance().value())
                .and("offered", terms.offered().csv())
                .and("ttl", terms.ttl().toMillis())
                .and("issued", to.nowMs())
                .and("expires", text.expiresAtMs());
    }

    /** The step that removes the grants of executions that were taken or have ended. */
    public static String used(String step) {
        return """
                DELETE FROM ff_claim_grant
                 WHERE (partition_key, execution_id) IN (SELECT partition_key, execution_id FROM {STEP %s})""".formatted(step);
    }
}
