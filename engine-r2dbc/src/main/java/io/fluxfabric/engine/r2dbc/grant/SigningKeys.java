package io.fluxfabric.engine.r2dbc.grant;

import io.fluxfabric.engine.error.UnavailableException;
import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.grant.KeyRotated;
import io.fluxfabric.engine.id.IdMint;
import io.fluxfabric.engine.limits.Limits;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Session;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import io.fluxfabric.engine.r2dbc.sql.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import reactor.core.publisher.Mono;

/** The keys that sign grants. They are in the database, so that what one node signs any other can check. */
public final class SigningKeys {

    private static final int NAME_BYTES = 8;
    private static final int SECRET_BYTES = 32;

    /** The index on the active key decides between nodes that boot at once. */
    private static final Sql FIRST = Sql.of("""
            INSERT INTO ff_signing_key (kid, secret, created_at_ms, active)
            SELECT :kid, :secret, {NOW}, 1 WHERE NOT EXISTS (SELECT 1 FROM ff_signing_key WHERE active = 1)
            ON CONFLICT DO NOTHING""");

    private static final Sql RETIRE = Sql.of("""
            UPDATE ff_signing_key SET active = 0, verify_until_ms = {NOW} + :grace WHERE active = 1
            RETURNING verify_until_ms""");

    private static final Sql NEXT = Sql.of("""
            INSERT INTO ff_signing_key (kid, secret, created_at_ms, active)
            VALUES (:kid, :secret, {NOW}, 1)""");

    private final Tx tx;
    private final IdMint mint;
    private final Limits limits;

    public SigningKeys(Tx tx, IdMint mint, Limits limits) {
        this.tx = tx;
        this.mint = mint;
        this.limits = limits;
    }

    /** Makes the first key of a new database; any number of nodes may do so at once. */
    public Mono<Void> seed() {
        return Mono.defer(() -> {
            Binds key = newKey(newName());
            return tx.maintenance("prepare.signingKey", session -> session.update(FIRST, key))
                    .then();
        });
    }

    /** Serializable, so that of two at once each retires the key the other one made. */
    public Mono<KeyRotated> rotate(Duration grace) {
        return Mono.defer(() -> {
            if (grace.isNegative()) {
                throw ValidationException.invalidInput("grace", "must not be negative, but is " + grace);
            }
            limits.checkDelay("grace", grace);
            String name = newName();
            Binds key = newKey(name).and("grace", grace.toMillis());
            return tx.serializable("grant.rotateKey", session -> rotated(session, name, key));
        });
    }

    private static Mono<KeyRotated> rotated(Session session, String name, Binds key) {
        return session.one(RETIRE, key, row -> Instant.ofEpochMilli(row.number("verify_until_ms")))
                .switchIfEmpty(Mono.error(() -> new UnavailableException(
                        "grant.rotateKey", "the database has no key yet; prepare the engine first")))
                .flatMap(until -> session.update(NEXT, key).thenReturn(new KeyRotated(name, until)));
    }

    private String newName() {
        return HexFormat.of().formatHex(mint.secret(NAME_BYTES));
    }

    private Binds newKey(String name) {
        return Binds.of("kid", name).and("secret", mint.secret(SECRET_BYTES));
    }
}
