package io.fluxfabric.engine.testdb;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;

/**
 * Where a PostgreSQL server listens and who we are there.
 *
 * @param host host name or address
 * @param port TCP port
 * @param user a role that may create databases
 * @param password that role's password; any text where the server trusts its clients
 * @param maintenanceDatabase the database to connect to for creating and dropping others
 */
record ServerAddress(String host, int port, String user, String password, String maintenanceDatabase) {

    private static final int DEFAULT_PORT = 5432;
    private static final String CONNECT_SECONDS = "5";

    /** Reads {@code [r2dbc:|jdbc:]postgres[ql]://user:password@host[:port]/database}. */
    static ServerAddress parse(String url) {
        URI uri = URI.create(url.strip().replaceFirst("^(r2dbc|jdbc):", ""));
        String userInfo = uri.getRawUserInfo();
        if (!String.valueOf(uri.getScheme()).matches("postgres(ql)?") || uri.getHost() == null || userInfo == null) {
            throw new IllegalArgumentException("expected r2dbc:postgresql://user:password@host:port/database");
        }
        if (uri.getRawQuery() != null) {
            throw new IllegalArgumentException("options after '?' are not supported here");
        }
        String[] credentials = userInfo.split(":", 2);
        String database = uri.getPath().replaceFirst("^/", "");
        return new ServerAddress(
                uri.getHost(),
                uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort(),
                URLDecoder.decode(credentials[0], UTF_8),
                credentials.length < 2 ? "" : URLDecoder.decode(credentials[1], UTF_8),
                database.isEmpty() ? "postgres" : database);
    }

    String r2dbcUrl(String database) {
        return "r2dbc:postgresql://" + encoded(user) + ":" + encoded(password) + "@" + host + ":" + port + "/"
                + database;
    }

    String jdbcUrl(String database) {
        return "jdbc:postgresql://" + host + ":" + port + "/" + database + "?user=" + encoded(user) + "&password="
                + encoded(password);
    }

    Connection connect(String database) throws SQLException {
        Properties options = new Properties();
        options.setProperty("connectTimeout", CONNECT_SECONDS);
        options.setProperty("loginTimeout", CONNECT_SECONDS);
        return DriverManager.getConnection(jdbcUrl(database), options);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8).replace("+", "%20");
    }

    /** Without the password, so that it may stand in a message. */
    @Override
    public String toString() {
        return user + "@" + host + ":" + port + "/" + maintenanceDatabase;
    }
}
