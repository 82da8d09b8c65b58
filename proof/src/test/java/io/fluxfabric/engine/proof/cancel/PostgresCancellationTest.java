package io.fluxfabric.engine.proof.cancel;

import io.fluxfabric.engine.testdb.PostgresServer;
import io.fluxfabric.engine.testdb.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

class PostgresCancellationTest extends CancellationContract {

    private final TestDatabase database = PostgresServer.shared().freshDatabase();
    private Connection stranger;

    @Override
    String url() {
        return database.r2dbcUrl();
    }

    @Override
    long idleInTransaction() {
        try (PreparedStatement count = stranger()
                .prepareStatement(
                        "SELECT count(*) FROM pg_stat_activity WHERE datname = ? AND state LIKE 'idle in transaction%'")) {
            count.setString(1, database.name());
            try (ResultSet rows = count.executeQuery()) {
                rows.next();
                return rows.getLong(1);
            }
        } catch (SQLException broken) {
            throw new AssertionError(broken);
        }
    }

    private Connection stranger() throws SQLException {
        if (stranger == null) {
            stranger = database.openJdbc();
        }
        return stranger;
    }

    @Override
    void dispose() {
        try {
            stranger().close();
        } catch (SQLException broken) {
            throw new AssertionError(broken);
        }
        database.drop();
    }
}
