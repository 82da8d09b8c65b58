package io.fluxfabric.r2dbc.sqlite;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/** Keeps a shared database in memory alive: SQLite drops it with its last handle, so one is held that nobody uses. */
final class MemoryAnchor {
    private final SqliteConnectionConfiguration configuration;
    private @Nullable NativeDatabase held;
    private boolean closed;

    MemoryAnchor(SqliteConnectionConfiguration configuration) {
        this.configuration = configuration;
    }

    /** Before the first connection is opened; on a connection's thread. */
    synchronized void hold() {
        if (configuration.location().shared() && held == null && !closed) {
            held = new DatabaseOpener(configuration).open();
        }
    }

    Mono<Void> close() {
        return Mono.create(sink -> {
            ConnectionThread thread = new ConnectionThread();
            thread.start();
            thread.execute(() -> {
                letGo(sink);
                thread.stop();
            });
        });
    }

    private void letGo(MonoSink<Void> sink) {
        try {
            letGo();
            sink.success();
        } catch (RuntimeException failure) {
            sink.error(failure);
        }
    }

    private synchronized void letGo() {
        closed = true;
        if (held != null) {
            held.close();
            held = null;
        }
    }
}
