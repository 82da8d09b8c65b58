package io.fluxfabric.engine.chaos.soak;

/** What is watched. */
enum Figure {
    HEAP("heap after GC, MiB", "heapMib"),
    THREADS("threads", "threads"),
    CONNECTIONS("connections", "connections"),
    LIVE_TUPLES("live tuples", "liveTuples"),
    DEAD_TUPLES("dead tuples", "deadTuples"),
    TABLE_SIZE("tables and indexes, MiB", "tableMib"),
    AUTOVACUUMS("autovacuums", "autovacuums"),
    SUBMITTED("submitted", "submitted"),
    COMPLETED("completed", "completed"),
    BACKLOG("backlog", "backlog"),
    LAG("lag, mean ms", "lagMeanMs"),
    WORST_LAG("lag, most ms", "lagMostMs");

    private final String text;
    private final String key;

    Figure(String text, String key) {
        this.text = text;
        this.key = key;
    }

    /** For people. */
    String text() {
        return text;
    }

    /** For machines. */
    String key() {
        return key;
    }
}
