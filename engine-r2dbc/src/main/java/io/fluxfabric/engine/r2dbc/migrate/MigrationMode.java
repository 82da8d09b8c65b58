package io.fluxfabric.engine.r2dbc.migrate;

/** What {@code prepare()} may do to the schema. */
public enum MigrationMode {
    /** Apply what is missing. */
    MIGRATE,
    /** Change nothing; fail when something is missing. For deployments where a person or a pipeline migrates. */
    VERIFY
}
