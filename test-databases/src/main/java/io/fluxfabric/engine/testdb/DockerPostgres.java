package io.fluxfabric.engine.testdb;

import java.util.Map;
import org.testcontainers.postgresql.PostgreSQLContainer;

/** A throw-away container. */
record DockerPostgres(PostgreSQLContainer container) implements PostgresSource {

    private static final String IMAGE = "postgres:18";
    private static final String ROLE = "postgres";

    static DockerPostgres start(Map<String, String> settings) {
        StringBuilder command = new StringBuilder("postgres");
        settings.forEach(
                (name, value) -> command.append(" -c ").append(name).append('=').append(value));
        PostgreSQLContainer container = new PostgreSQLContainer(IMAGE)
                .withUsername(ROLE)
                .withPassword(ROLE)
                .withDatabaseName(ROLE)
                .withCommand(command.toString());
        container.start();
        return new DockerPostgres(container);
    }

    @Override
    public ServerAddress address() {
        int port = container.getMappedPort(PostgreSQLContainer.POSTGRESQL_PORT);
        return new ServerAddress(container.getHost(), port, ROLE, ROLE, ROLE);
    }

    @Override
    public boolean disposable() {
        return true;
    }

    @Override
    public void close() {
        container.stop();
    }
}
