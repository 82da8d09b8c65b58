package io.fluxfabric.engine.r2dbc.execution;

import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.NotFoundException;
import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.TagKey;
import io.fluxfabric.engine.limits.Limit;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Session;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Sets, reads and removes the tags of an execution, at any time of its life.
 *
 * <p>A change locks the execution first: the statement that counts its tags then sees what others have added.
 */
final class TagExecution {

    private static final String OF_ONE =
            " WHERE partition_key = :partition AND execution_id = :execution AND namespace = :namespace";

    private static final Sql LOCK = Sql.of("SELECT version FROM ff_exec_core" + OF_ONE + " {FOR_UPDATE}");

    private static final Sql PUT = Sql.of("""
            INSERT INTO ff_execution_tag (partition_key, execution_id, namespace, tag_key, tag_value)
            SELECT CAST(:partition AS integer), CAST(:execution AS {UUID}), CAST(:namespace AS text), CAST(:key AS text),
                   CAST(:value AS text)
             WHERE (SELECT count(*) FROM ff_execution_tag t WHERE t.partition_key = :partition
                       AND t.execution_id = :execution AND t.tag_key <> :key) < :limit
            ON CONFLICT (partition_key, execution_id, tag_key) DO UPDATE SET tag_value = excluded.tag_value""");

    private static final Sql REMOVE = Sql.of("DELETE FROM ff_execution_tag" + OF_ONE + " AND tag_key = :key");

    /** Events carry the value of one tag, and are written from the execution's row. */
    private static final Sql TOUCH = Sql.of("""
            UPDATE ff_exec_core
               SET version = version + 1, last_mutation_at_ms = {NOW},
                   instance_tag = CASE WHEN :instanceTag = 1 THEN CAST(:value AS text) ELSE instance_tag END""" + OF_ONE);

    private static final Sql READ = Sql.of("SELECT tag_value FROM ff_execution_tag" + OF_ONE + " AND tag_key = :key");

    private final Kit kit;

    TagExecution(Kit kit) {
        this.kit = kit;
    }

    Mono<Void> set(ExecutionId id, String key, String value) {
        return Mono.defer(() -> {
            TagKey.of(key);
            kit.limits().checkTagValue(key, value);
            return kit.tx()
                    .write(
                            "execution.setTag",
                            session -> locked(session, id).then(put(session, binds(id, key, value))));
        });
    }

    Mono<Boolean> remove(ExecutionId id, String key) {
        return Mono.defer(() -> {
            TagKey.of(key);
            return kit.tx()
                    .write(
                            "execution.removeTag",
                            session -> locked(session, id).then(removed(session, binds(id, key, null))));
        });
    }

    Mono<String> get(ExecutionId id, String key) {
        return Mono.defer(() -> {
            TagKey.of(key);
            Binds binds = kit.binds(id).and("key", key);
            return kit.tx().read("execution.tag", session -> session.one(READ, binds, row -> row.text("tag_value")));
        });
    }

    private Mono<Long> locked(Session session, ExecutionId id) {
        return session.one(LOCK, kit.binds(id), row -> row.number("version"))
                .switchIfEmpty(Mono.error(() -> NotFoundException.execution(id.toString())));
    }

    private Mono<Void> put(Session session, Binds binds) {
        return session.update(PUT, binds)
                .flatMap(stored -> stored == 0 ? Mono.error(this::tooMany) : session.update(TOUCH, binds))
                .then();
    }

    private Mono<Boolean> removed(Session session, Binds binds) {
        return session.update(REMOVE, binds)
                .flatMap(gone -> gone == 0
                        ? Mono.just(false)
                        : session.update(TOUCH, binds).thenReturn(true));
    }

    private Binds binds(ExecutionId id, String key, @Nullable String value) {
        return kit.binds(id)
                .and("key", key)
                .and("value", value, String.class)
                .and("instanceTag", key.equals(SubmitRows.INSTANCE_TAG) ? 1 : 0)
                .and("limit", kit.limits().get(Limit.TAGS));
    }

    private ValidationException tooMany() {
        long limit = kit.limits().get(Limit.TAGS);
        return ValidationException.tooLarge(ErrorCode.INVALID_INPUT, "tags", "entries", limit, limit + 1);
    }
}
