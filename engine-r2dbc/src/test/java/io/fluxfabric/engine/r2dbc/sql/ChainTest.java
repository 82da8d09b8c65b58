package io.fluxfabric.engine.r2dbc.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.testdb.PostgresServer;
import io.fluxfabric.engine.testdb.SqliteFiles;
import io.fluxfabric.engine.testdb.TestDatabase;
import io.r2dbc.spi.ConnectionFactories;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.test.StepVerifier;

/** A chain gives the same answers as one statement on PostgreSQL and step by step on SQLite. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ChainTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Chain MOVE = Chain.of("moved(id integer, body text, at_ms bigint)", """
            UPDATE note SET body = w_body, at_ms = {NOW} FROM {ROWS w(w_id integer, w_body text)} WHERE id = w_id
            RETURNING id, body, at_ms""")
            .then("""
            INSERT INTO log (id, body, at_ms, now_ms) SELECT id, body, at_ms, {NOW} FROM {STEP moved} WHERE 1 = 1""")
            .then(
                    "INSERT INTO log (id, body, at_ms, now_ms) SELECT count(*), 'n', 0, 0 FROM {STEP moved} HAVING count(*) > 0");

    private static final Sql LOG =
            Sql.of("SELECT id, body, at_ms - now_ms AS skew FROM log WHERE id > :least ORDER BY id, body");

    enum Database {
        POSTGRES,
        SQLITE
    }

    private final TestDatabase postgres = PostgresServer.shared().freshDatabase();
    private final SqliteFiles files = SqliteFiles.create();
    private final OnePool postgresPool = new OnePool(ConnectionFactories.get(postgres.r2dbcUrl()), 2);
    private final OnePool sqlitePool = new OnePool(ConnectionFactories.get(files.freshUrl()), 1);

    @AfterAll
    void close() {
        postgresPool.close().then(sqlitePool.close()).block(PATIENCE);
        postgres.drop();
        files.close();
    }

    private Tx tx(Database database) {
        return database == Database.POSTGRES
                ? tx(postgresPool, new PostgresDialect())
                : tx(sqlitePool, new SqliteDialect());
    }

    private static Tx tx(OnePool pool, Dialect dialect) {
        return new Tx(pool, new Renderer(dialect, EngineClock.database()), new OwnedWork(), ContentionRetry.defaults());
    }

    @BeforeEach
    void freshTables() {
        for (Database database : Database.values()) {
            tx(database)
                    .write(
                            "test.schema",
                            session -> session.run(Sql.script("DROP TABLE IF EXISTS note"))
                                    .then(session.run(Sql.script("DROP TABLE IF EXISTS log")))
                                    .then(session.run(
                                            Sql.script("CREATE TABLE note (id integer, body text, at_ms bigint)")))
                                    .then(session.run(Sql.script(
                                            "CREATE TABLE log (id integer, body text, at_ms bigint, now_ms bigint)")))
                                    .then(session.update(
                                            Sql.of("INSERT INTO note VALUES (1, :x, 0), (2, :x, 0), (3, :x, 0)"),
                                            Binds.of("x", "old"))))
                    .block(PATIENCE);
        }
    }

    @ParameterizedTest(name = "{0}: later steps see the rows of earlier ones, and all see one instant")
    @EnumSource
    void rowsFlow(Database database) {
        Rows wanted = new Rows().add(1, "it's \"new\"").add(3, "\u00e9").add(9, "nobody");

        tx(database)
                .chain("test.move", MOVE, Binds.rows("w", wanted), row -> row.integer("id") + row.text("body"))
                .as(StepVerifier::create)
                .assertNext(answer -> assertThat(answer).containsExactlyInAnyOrder("1it's \"new\"", "3\u00e9"))
                .expectComplete()
                .verify(PATIENCE);

        assertThat(log(database)).containsExactly("1it's \"new\"0", "2n0", "3\u00e90");
    }

    @ParameterizedTest(name = "{0}: a first step that changes nothing leaves the others nothing to do")
    @EnumSource
    void nothing(Database database) {
        tx(database)
                .chain("test.move", MOVE, Binds.rows("w", new Rows().add(9, "nobody")), row -> 1)
                .as(StepVerifier::create)
                .expectNext(List.of())
                .expectComplete()
                .verify(PATIENCE);

        assertThat(log(database)).isEmpty();
    }

    @ParameterizedTest(name = "{0}: a step that fails undoes the ones before it")
    @EnumSource
    @DisplayName("all or nothing")
    void allOrNothing(Database database) {
        Chain broken = MOVE.then("INSERT INTO nowhere SELECT id FROM {STEP moved}");

        tx(database)
                .chain("test.move", broken, Binds.rows("w", new Rows().add(1, "new")), row -> 1)
                .as(StepVerifier::create)
                .expectError()
                .verify(PATIENCE);

        assertThat(log(database)).isEmpty();
        assertThat(tx(database)
                        .read(
                                "test.read",
                                session -> session.list(
                                        Sql.of("SELECT body FROM note WHERE id = :id"),
                                        Binds.of("id", 1),
                                        row -> row.text("body")))
                        .block(PATIENCE))
                .containsExactly("old");
    }

    private List<String> log(Database database) {
        List<String> lines = tx(database)
                .read(
                        "test.log",
                        session -> session.list(
                                LOG,
                                Binds.of("least", 0),
                                row -> row.integer("id") + row.text("body") + row.number("skew")))
                .block(PATIENCE);
        return lines == null ? List.of() : lines;
    }
}
