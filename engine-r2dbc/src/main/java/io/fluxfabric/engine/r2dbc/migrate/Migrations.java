package io.fluxfabric.engine.r2dbc.migrate;

import io.fluxfabric.engine.error.ConfigurationException;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Dialect;
import io.fluxfabric.engine.r2dbc.sql.Session;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import io.fluxfabric.engine.r2dbc.sql.Tx;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Applies the missing migrations.
 *
 * <ol>
 *   <li>Read what is recorded. A record this engine does not know, or knows with another content, is an error.
 *   <li>For each missing migration, in one transaction: take the lock, look again whether another node was faster, run the
 *       script, record it with its checksum.
 * </ol>
 */
public final class Migrations {

    private static final long LOCK_KEY = 0x464C_5558_4641_4252L;

    private static final Sql RECORDS_EXIST = Sql.of("SELECT count(*) AS found FROM {CATALOG} WHERE name = :table");

    private static final Sql CREATE_RECORDS = Sql.script("""
            CREATE TABLE IF NOT EXISTS ff_migration (
                version        integer NOT NULL PRIMARY KEY,
                name           text NOT NULL,
                checksum       text NOT NULL,
                applied_at_ms  bigint NOT NULL
            )""");

    private static final Sql APPLIED =
            Sql.of("SELECT version, name, checksum FROM ff_migration WHERE version >= :least ORDER BY version");

    private static final Sql RECORD = Sql.of("""
            INSERT INTO ff_migration (version, name, checksum, applied_at_ms)
            VALUES (:version, :name, :checksum, {NOW})""");

    private final Tx tx;
    private final Dialect dialect;
    private final List<Migration> known;

    public Migrations(Tx tx, Dialect dialect, MigrationFiles files) {
        this.tx = tx;
        this.dialect = dialect;
        this.known = files.all();
    }

    /** The schema version this engine works with. */
    public int version() {
        return known.get(known.size() - 1).version();
    }

    /** Brings the schema up to date, or verifies that it is; tells the names of what was applied here. */
    public Mono<List<String>> prepare(MigrationMode mode) {
        return tx.maintenance("prepare.read", this::recorded)
                .map(this::missing)
                .flatMap(missing -> mode == MigrationMode.MIGRATE ? applyAll(missing) : refuse(missing));
    }

    private Mono<List<String>> applyAll(List<Migration> missing) {
        return Flux.fromIterable(missing)
                .concatMap(migration ->
                        tx.unlimited().maintenance("prepare.migrate", session -> apply(session, migration)))
                .collectList();
    }

    private Mono<List<String>> refuse(List<Migration> missing) {
        return missing.isEmpty()
                ? Mono.just(List.of())
                : Mono.error(
                        ConfigurationException.schemaNotReady(missing.get(0).version() - 1, version()));
    }

    /** Empty when another node was faster. */
    private Mono<String> apply(Session session, Migration migration) {
        return lock(session)
                .then(session.run(CREATE_RECORDS))
                .then(Mono.defer(() -> recorded(session)))
                .filter(records -> !records.containsKey(migration.version()))
                .flatMap(records -> session.run(migration.script())
                        .then(session.update(RECORD, record(migration)))
                        .thenReturn(migration.name()));
    }

    private Mono<Void> lock(Session session) {
        return Flux.fromIterable(dialect.migrationLock())
                .concatMap(sql -> session.list(sql, Binds.of("key", LOCK_KEY), row -> true))
                .then();
    }

    private static Binds record(Migration migration) {
        return Binds.of("version", migration.version())
                .and("name", migration.name())
                .and("checksum", migration.checksum());
    }

    private Mono<Map<Integer, Recorded>> recorded(Session session) {
        return session.one(RECORDS_EXIST, Binds.of("table", "ff_migration"), row -> row.number("found"))
                .flatMap(found -> found == 0
                        ? Mono.just(List.<Recorded>of())
                        : session.list(
                                APPLIED,
                                Binds.of("least", 0),
                                row -> new Recorded(row.integer("version"), row.text("name"), row.text("checksum"))))
                .map(Migrations::byVersion);
    }

    private static Map<Integer, Recorded> byVersion(List<Recorded> records) {
        Map<Integer, Recorded> byVersion = new TreeMap<>();
        records.forEach(recorded -> byVersion.put(recorded.version(), recorded));
        return byVersion;
    }

    private List<Migration> missing(Map<Integer, Recorded> records) {
        records.keySet().stream()
                .filter(version -> version > version())
                .max(Integer::compare)
                .ifPresent(newest -> {
                    throw ConfigurationException.schemaTooNew(newest, version());
                });
        records.values().forEach(this::requireUnchanged);
        return known.stream()
                .filter(migration -> !records.containsKey(migration.version()))
                .toList();
    }

    private void requireUnchanged(Recorded recorded) {
        boolean same = known.stream()
                .anyMatch(migration -> migration.version() == recorded.version()
                        && migration.checksum().equals(recorded.checksum()));
        if (!same) {
            throw ConfigurationException.migrationChanged(recorded.name());
        }
    }

    private record Recorded(int version, String name, String checksum) {}
}
