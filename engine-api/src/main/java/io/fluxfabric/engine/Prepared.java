package io.fluxfabric.engine;

import java.util.List;

/**
 * What {@link Engine#prepare()} found and did.
 *
 * @param database which kind of database it is
 * @param schemaVersion the version the schema has now
 * @param applied the migrations that were applied by this call, oldest first; empty when there was nothing to do
 */
public record Prepared(String database, int schemaVersion, List<String> applied) {

    public Prepared {
        applied = List.copyOf(applied);
    }

    @Override
    public String toString() {
        return database + " schema at version " + schemaVersion
                + (applied.isEmpty() ? ", nothing to do" : ", applied " + String.join(", ", applied));
    }
}
