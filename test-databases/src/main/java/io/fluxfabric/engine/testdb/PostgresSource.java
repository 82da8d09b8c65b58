package io.fluxfabric.engine.testdb;

import java.util.OptionalLong;

/** One way of having a PostgreSQL server. What a source cannot do it refuses with a sentence. */
interface PostgresSource extends AutoCloseable {

    ServerAddress address();

    /** The process id of the server, where it is ours to know. */
    default OptionalLong pid() {
        return OptionalLong.empty();
    }

    /** Whether the server, and every database in it, vanishes on {@link #close()}. */
    boolean disposable();

    default void start() {
        throw notOurs("start");
    }

    default void stop() {
        throw notOurs("stop");
    }

    default void kill() {
        throw notOurs("kill");
    }

    @Override
    void close();

    private UnsupportedOperationException notOurs(String verb) {
        return new UnsupportedOperationException("cannot " + verb + " " + address()
                + ": only a server from PostgresServer.dedicated(...) can be stopped and started");
    }
}
