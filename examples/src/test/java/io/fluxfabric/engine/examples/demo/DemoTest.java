package io.fluxfabric.engine.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.lease.ExpiredLease;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.testdb.SqliteFiles;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The demo as a whole, with worker processes of its own. */
class DemoTest {

    private static final String TRUE = "submitted=%1$d completed=%1$d reclaimed=[1-9]\\d* lost=0 duplicated=0";

    private final StringWriter out = new StringWriter();

    private int demo(String... options) {
        List<String> words = new ArrayList<>(List.of("--plain", "--seed", "7"));
        words.addAll(List.of(options));
        return new CommandLine(new DemoCommand())
                .setOut(new PrintWriter(out, true))
                .execute(words.toArray(String[]::new));
    }

    private String lastLine() {
        return out.toString().lines().reduce("", (before, line) -> line);
    }

    @Test
    @DisplayName("on an SQLite file, with its picture")
    void sqlite(@TempDir Path folder) throws Exception {
        Path picture = folder.resolve("demo.svg");

        assertThat(demo("--executions", "60", "--svg", picture.toString())).isZero();

        assertThat(lastLine()).matches(TRUE.formatted(60));
        assertThat(out.toString())
                .contains("SQLite", "SIGKILL worker-", "seed 7", "resumed by")
                .doesNotContain("\u001b");
        assertThat(out.toString().lines()).allMatch(line -> line.length() <= 80);
        assertThat(DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(picture.toFile())
                        .getDocumentElement()
                        .getTextContent())
                .contains("./fluxfabric demo", lastLine());
    }

    @Test
    @DisplayName("on an embedded PostgreSQL")
    void postgres() {
        assertThat(demo("--executions", "60", "--postgres")).isZero();

        assertThat(lastLine()).matches(TRUE.formatted(60));
        assertThat(out.toString()).contains("PostgreSQL, embedded");
    }

    @Test
    @DisplayName("on somebody's database it touches nothing of theirs, not even a lease that has lapsed")
    void ownDatabase() {
        try (SqliteFiles files = SqliteFiles.create()) {
            String url = files.freshUrl();
            R2dbcEngine theirs = R2dbcEngine.open(url);
            ExpiredLease lapsed = theirs.prepare()
                    .then(theirs.executions().submit(Submit.of("theirs").lane(DemoPlan.LANE)))
                    .thenMany(theirs.executions()
                            .claim(Claim.lane(DemoPlan.LANE)
                                    .as("theirs", "theirs-1")
                                    .max(1)
                                    .lease(Duration.ofMillis(100))))
                    .thenMany(theirs.leases().watchExpired(Duration.ofMillis(50)))
                    .blockFirst();

            assertThat(demo("--executions", "20", "--url", url)).isZero();

            assertThat(lastLine()).matches(TRUE.formatted(20));
            assertThat(theirs.leases().expired().collectList().block()).containsExactly(lapsed);
            theirs.close().block();
        }
    }

    @Test
    @DisplayName("too little work, too much, or two databases are wrong usage")
    void wrongUsage() {
        assertThat(demo("--executions", "19")).isEqualTo(2);
        assertThat(demo("--executions", "100001")).isEqualTo(2);
        assertThat(demo("--postgres", "--url", "r2dbc:sqlite:///x.db")).isEqualTo(2);
        assertThat(out.toString()).isEmpty();
    }
}
