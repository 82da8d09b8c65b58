package io.fluxfabric.engine.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Execution;
import io.fluxfabric.engine.execution.ListExecutions;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.testdb.SqliteFiles;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The commands that work on a database, one after the other as a person would use them. */
class CommandsTest {

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private String url = "";

    @BeforeEach
    void prepare() {
        url = SqliteFiles.url(folder.resolve("orders.db"));
        assertThat(run("prepare", url)).isZero();
        out.getBuffer().setLength(0);
    }

    private int run(String... args) {
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }

    /** Each line that was printed since the last call, as JSON. */
    private List<JsonNode> documents() {
        List<JsonNode> documents =
                out.toString().lines().map(JsonMapper.shared()::readTree).toList();
        out.getBuffer().setLength(0);
        return documents;
    }

    @Test
    @DisplayName("migrate is prepare, and answers in JSON")
    void migrate() {
        assertThat(run("migrate", url, "--json")).isZero();
        assertThat(documents()).singleElement().satisfies(document -> {
            assertThat(document.path("database").asString()).isEqualTo("sqlite");
            assertThat(document.path("schemaVersion").asInt()).isPositive();
            assertThat(document.path("applied").isEmpty()).isTrue();
        });
    }

    @Test
    @DisplayName("a key stores once, a count stores as many under numbered keys")
    void submit() {
        assertThat(run("submit", url, "echo", "--key", "k", "--count", "2", "--json"))
                .isZero();
        List<JsonNode> first = documents();
        assertThat(first).extracting(one -> one.path("outcome").asString()).containsExactly("created", "created");

        assertThat(run("submit", url, "echo", "--key", "k-2", "--json")).isZero();
        assertThat(documents()).singleElement().satisfies(again -> {
            assertThat(again.path("outcome").asString()).isEqualTo("duplicate");
            assertThat(again.path("executionId")).isEqualTo(first.get(1).path("executionId"));
        });
    }

    @Test
    @DisplayName("what is submitted arrives as it was meant: lane, priority, delay, payload")
    void submitted() {
        run("submit", url, "echo", "--lane", "mail", "--priority", "7", "--delay", "1h", "--payload", "{\"a\": [1]}");
        R2dbcEngine engine = R2dbcEngine.open(url);
        ExecutionId id = Objects.requireNonNull(engine.executions()
                        .list(ListExecutions.all().lane("mail"))
                        .blockFirst())
                .id();
        Execution execution =
                Objects.requireNonNull(engine.executions().describe(id).block());
        String payload =
                Objects.requireNonNull(engine.executions().payload(id).block()).asText();
        engine.close().block();

        assertThat(payload).isEqualTo("{\"a\":[1]}");
        assertThat(execution.priority().value()).isEqualTo(7);
        assertThat(Duration.between(
                        execution.times().createdAt(),
                        execution.times().delayUntil().orElseThrow()))
                .isEqualTo(Duration.ofHours(1));
    }

    @Test
    @DisplayName("a worker echoes, sleeps and fails, tells of it, drains, and leaves the registry")
    void worker() {
        run("submit", url, "echo", "--payload", "\"hello\"");
        run("submit", url, "sleep", "--payload", "1");
        run("submit", url, "sleep", "--payload", "\"long\"");
        run("submit", url, "fail", "--payload", "\"on purpose\"");
        out.getBuffer().setLength(0);

        assertThat(run("worker", url, "--stop-after", "4", "--lease", "5s", "--json"))
                .isZero();

        List<JsonNode> events = documents();
        assertThat(events).extracting(event -> event.path("event").asString()).contains("registered", "draining");
        assertThat(events.get(events.size() - 1).path("event").asString()).isEqualTo("drained");
        assertThat(events)
                .filteredOn(event -> event.path("event").asString().equals("completed"))
                .extracting(event -> event.path("kind").asString())
                .containsExactlyInAnyOrder("echo", "sleep");
        assertThat(events)
                .filteredOn(event -> event.path("event").asString().equals("failed"))
                .extracting(event -> event.path("failure").asString())
                .containsExactlyInAnyOrder("\"on purpose\"", "sleep wants a number of milliseconds");
        assertThat(run("workers", url, "--alive")).isZero();
        assertThat(out.toString().strip()).isEqualTo("no workers");
    }

    @Test
    @DisplayName("a lapsed lease is listed, watched, and found in all namespaces; its holder's secret is not")
    void leases() {
        assertThat(run("leases", url)).isZero();
        assertThat(out.toString().strip()).isEqualTo("no expired leases");
        run("submit", url, "echo");
        R2dbcEngine engine = R2dbcEngine.open(url);
        engine.executions()
                .claim(Claim.lane("default").as("mailer", "mailer-1").max(1).lease(Duration.ofMillis(100)))
                .blockLast();
        engine.close().block();
        out.getBuffer().setLength(0);

        assertThat(run("leases", url, "--watch", "--limit", "1", "--json")).isZero();
        List<JsonNode> watched = documents();
        assertThat(watched).singleElement().satisfies(lease -> {
            assertThat(lease.path("instance").asString()).isEqualTo("mailer-1");
            assertThat(lease.path("epoch").asLong()).isOne();
            assertThat(lease.propertyNames())
                    .containsExactly(
                            "namespace", "executionId", "lane", "attempt", "epoch", "worker", "instance", "expiredAt");
        });
        assertThat(run("leases", url, "--json")).isZero();
        assertThat(documents()).isEqualTo(watched);
        assertThat(run("leases", url, "--all-namespaces", "--json")).isZero();
        assertThat(documents()).isEqualTo(watched);
        assertThat(run("leases", url, "--namespace", "other", "--json")).isZero();
        assertThat(documents()).isEmpty();
    }

    @Test
    @DisplayName("an audit that finds something says what, and ends with exit code 1")
    void audit() throws Exception {
        run("submit", url, "echo");
        run("worker", url, "--stop-after", "1", "--lease", "5s");
        assertThat(run("audit", url)).isZero();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("orders.db"));
                var statement = connection.createStatement()) {
            statement.execute("DELETE FROM ff_completion_event");
        }
        out.getBuffer().setLength(0);

        assertThat(run("audit", url, "--json")).isEqualTo(1);

        List<JsonNode> found = documents();
        assertThat(found.get(0).path("invariant").asString()).isNotEmpty();
        assertThat(found.get(found.size() - 1).path("violations").asInt()).isEqualTo(found.size() - 1);
    }

    @Test
    @DisplayName("wrong values are exit code 2, whether the command line or the engine notices")
    void wrongValues() {
        List<List<String>> wrong = List.of(
                List.of("submit", url, "echo", "--payload", "{a"),
                List.of("submit", url, "echo", "--delay", "3x"),
                List.of("submit", url, "echo", "--count", "0"),
                List.of("submit", url, ""),
                List.of("submit", url),
                List.of("worker", url, "--stop-after", "0"),
                List.of("worker", url, "--concurrency", "0"),
                List.of("workers", url, "--alive", "--lapsed"),
                List.of("leases", url, "--watch", "--all-namespaces"),
                List.of("leases", url, "--limit", "0"));
        for (List<String> words : wrong) {
            err.getBuffer().setLength(0);
            assertThat(run(words.toArray(String[]::new))).as("%s", words).isEqualTo(2);
            assertThat(err.toString()).as("%s", words).isNotBlank().doesNotContain("\tat ");
        }
        assertThat(out.toString()).isEmpty();
    }

    @Test
    @DisplayName(
            "a database that was not prepared is named as such and left alone; where the error came from is shown on request")
    void unprepared() {
        String fresh = SqliteFiles.url(folder.resolve("fresh.db"));
        for (String command : List.of("worker", "workers", "leases", "audit")) {
            err.getBuffer().setLength(0);
            assertThat(run(command, fresh)).isEqualTo(1);
            assertThat(err.toString().lines()).singleElement().asString().contains("SchemaNotReady");
        }
        assertThat(run("audit", fresh, "--verbose")).isEqualTo(1);
        assertThat(err.toString()).contains("\tat ");
    }
}
