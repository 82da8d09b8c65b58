package io.fluxfabric.engine.testdb;

import java.net.URISyntaxException;
import java.sql.Connection;
import java.sql.SQLException;

/** A server somebody else runs, named by URL. */
record ExternalPostgres(ServerAddress address) implements PostgresSource {

    static ExternalPostgres connect(String variable, String url) {
        ServerAddress address = parse(variable, url);
        try (Connection connection = address.connect(address.maintenanceDatabase())) {
            connection.isValid(1);
            return new ExternalPostgres(address);
        } catch (SQLException e) {
            throw new PostgresUnavailableException(
                    variable + " names " + address + ", but no PostgreSQL lets us in there (" + e.getMessage()
                            + "). Start that server or correct the URL, or unset " + variable
                            + " to use Docker or the embedded server.",
                    e);
        }
    }

    private static ServerAddress parse(String variable, String url) {
        try {
            return ServerAddress.parse(url);
        } catch (IllegalArgumentException e) {
            // The URL itself is not repeated: it may hold a password.
            throw new PostgresUnavailableException(
                    variable + " is not a PostgreSQL URL we can use: " + reason(e)
                            + ". Correct it, or unset it to use Docker or the embedded server.",
                    null);
        }
    }

    private static String reason(IllegalArgumentException e) {
        return e.getCause() instanceof URISyntaxException syntax ? syntax.getReason() : String.valueOf(e.getMessage());
    }

    @Override
    public boolean disposable() {
        return false;
    }

    @Override
    public void close() {
        // Not ours to stop.
    }
}
