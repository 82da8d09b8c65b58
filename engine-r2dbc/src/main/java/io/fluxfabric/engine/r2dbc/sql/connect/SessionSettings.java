package io.fluxfabric.engine.r2dbc.sql.connect;

import io.fluxfabric.engine.error.ConfigurationException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the engine asks of a PostgreSQL session.
 *
 * @param applicationName what {@code pg_stat_activity} shows
 * @param statementTimeout after which the server ends a statement
 * @param lockTimeout after which the server ends the wait for a lock
 */
public record SessionSettings(String applicationName, Duration statementTimeout, Duration lockTimeout) {

    public SessionSettings {
        if (statementTimeout.toMillis() < 1 || lockTimeout.toMillis() < 1) {
            throw new ConfigurationException(
                    "session",
                    "statementTimeout and lockTimeout must be at least 1 ms, but are " + statementTimeout + " and "
                            + lockTimeout);
        }
    }

    public static SessionSettings defaults() {
        return new SessionSettings("fluxfabric", Duration.ofSeconds(30), Duration.ofSeconds(5));
    }

    /**
     * The settings by name.
     *
     * <p>A plan is kept once it is known to be no worse than a fresh one: planning a chain of writes takes longer than running it for
     * a single execution. It may be made while a table is empty and run when there are a million rows, so reading whole tables is
     * dear, however little is in them at the time. It is not forbidden: the audit does nothing else.
     */
    Map<String, String> forPostgres() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("application_name", applicationName);
        settings.put("plan_cache_mode", "auto");
        settings.put("seq_page_cost", "20");
        settings.put("random_page_cost", "1.1");
        settings.put("statement_timeout", statementTimeout.toMillis() + "ms");
        settings.put("lock_timeout", lockTimeout.toMillis() + "ms");
        settings.put(
                "idle_in_transaction_session_timeout",
                statementTimeout.multipliedBy(2).toMillis() + "ms");
        return settings;
    }
}
