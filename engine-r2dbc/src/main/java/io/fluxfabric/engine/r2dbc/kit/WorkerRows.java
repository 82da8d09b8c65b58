package io.fluxfabric.engine.r2dbc.kit;

/** What several verbs say about rows of {@code ff_worker_registry}. */
public final class WorkerRows {

    /** The condition that an instance is alive; at the very end of its time it is not. */
    public static final String ALIVE =
            "ff_worker_registry.last_heartbeat_ms + ff_worker_registry.liveness_ttl_ms > {NOW}";

    public static final String LAPSED =
            "ff_worker_registry.last_heartbeat_ms + ff_worker_registry.liveness_ttl_ms <= {NOW}";

    /** The condition that a row is the instance of the caller's namespace. */
    public static final String THE_INSTANCE = "namespace = :namespace AND worker_instance_id = :instance";

    /**
     * The condition under which an instance may get new work: nobody asked it to drain. Who never registered may.
     *
     * @param instance its expression
     */
    public static String mayClaim(String instance) {
        return """
                NOT EXISTS (SELECT 1 FROM ff_worker_registry AS drained WHERE drained.namespace = :namespace
                               AND drained.worker_instance_id = %s AND drained.draining = 1)""".formatted(instance);
    }

    /** The columns of a step that changes the registry, for {@link #event}. */
    public static final String COLUMNS = "namespace text, worker_instance_id text, worker_id text, at_ms bigint";

    private WorkerRows() {}

    /**
     * Writes an event for each row of a step that has {@link #COLUMNS}.
     *
     * @param type an expression; a text in it needs its quotes
     * @param reason likewise
     */
    public static String event(String step, String type, String reason) {
        return """
                INSERT INTO ff_worker_registry_event (namespace, worker_instance_id, worker_id, event_type, reason,
                                                      occurred_at_ms)
                SELECT namespace, worker_instance_id, worker_id, %2$s, %3$s, at_ms
                  FROM {STEP %1$s}""".formatted(step, type, reason);
    }
}
