package io.fluxfabric.engine.error;

import org.jspecify.annotations.Nullable;

/** A setting, or the database it points to, with which the engine refuses to start. */
public final class ConfigurationException extends EngineException {
    private static final long serialVersionUID = 1L;

    private final String setting;

    public ConfigurationException(
            ErrorCode code, String setting, String message, Details details, @Nullable Throwable cause) {
        super(code, message, details.and("setting", setting), cause);
        this.setting = setting;
    }

    public ConfigurationException(String setting, String message) {
        this(ErrorCode.INVALID_SETTING, setting, message, Details.none(), null);
    }

    /** The URL names a database that this engine does not speak. */
    public static ConfigurationException unsupportedDatabase(String scheme, String supported) {
        return new ConfigurationException(
                ErrorCode.UNSUPPORTED_DATABASE,
                "url",
                "there is no support for " + scheme + " databases; supported are " + supported,
                Details.of("scheme", scheme).and("supported", supported),
                null);
    }

    /** Nobody answers at the address of the database.
     * @param address where the database should be, without credentials */
    public static ConfigurationException databaseUnreachable(String address, Throwable cause) {
        return new ConfigurationException(
                ErrorCode.DATABASE_UNREACHABLE,
                "url",
                "the database at " + address + " does not answer",
                Details.of("address", address),
                cause);
    }

    /** The count is fixed when the database is prepared, because it is part of every id. */
    public static ConfigurationException partitionCountMismatch(int stored, int configured) {
        return new ConfigurationException(
                ErrorCode.PARTITION_COUNT_MISMATCH,
                "partitions",
                "the database was prepared for " + stored + " partitions, but " + configured + " are configured",
                Details.of("stored", stored).and("configured", configured),
                null);
    }

    public static ConfigurationException schemaNotReady(int stored, int required) {
        return new ConfigurationException(
                ErrorCode.SCHEMA_NOT_READY,
                "schema",
                "the database is at schema version " + stored + ", but version " + required
                        + " is needed; prepare the engine first",
                Details.of("stored", stored).and("required", required),
                null);
    }

    public static ConfigurationException schemaTooNew(int stored, int known) {
        return new ConfigurationException(
                ErrorCode.SCHEMA_TOO_NEW,
                "schema",
                "the database is at schema version " + stored + ", but this engine knows versions up to " + known,
                Details.of("stored", stored).and("known", known),
                null);
    }

    public static ConfigurationException migrationChanged(String migration) {
        return new ConfigurationException(
                ErrorCode.MIGRATION_CHANGED,
                "schema",
                "migration " + migration + " was applied with another content than this engine has",
                Details.of("migration", migration),
                null);
    }

    /** The name of the setting to change. */
    public String setting() {
        return setting;
    }
}
