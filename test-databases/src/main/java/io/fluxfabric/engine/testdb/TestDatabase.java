package io.fluxfabric.engine.testdb;

import java.sql.Connection;
import java.sql.SQLException;

/** One empty PostgreSQL database with a random name, alone on a shared server. Closing it drops it. */
public final class TestDatabase implements AutoCloseable {

    private final PostgresServer server;
    private final String name;

    TestDatabase(PostgresServer server, String name) {
        this.server = server;
        this.name = name;
    }

    public String name() {
        return name;
    }

    public String host() {
        return address().host();
    }

    public int port() {
        return address().port();
    }

    public String user() {
        return address().user();
    }

    public String password() {
        return address().password();
    }

    /** {@code r2dbc:postgresql://user:password@host:port/name}. */
    public String r2dbcUrl() {
        return address().r2dbcUrl(name);
    }

    /** {@code jdbc:postgresql://host:port/name?user=…&password=…}. */
    public String jdbcUrl() {
        return address().jdbcUrl(name);
    }

    /** Opens a plain blocking connection, for looking behind the engine's back in a test. */
    public Connection openJdbc() throws SQLException {
        return address().connect(name);
    }

    /** Drops the database, cutting whatever connections are still open. Dropping twice is fine. */
    public void drop() {
        server.drop(name);
    }

    @Override
    public void close() {
        drop();
    }

    private ServerAddress address() {
        return server.address();
    }

    @Override
    public String toString() {
        return name + " on " + address();
    }
}
