package io.fluxfabric.engine.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line, given what no command line should be given. */
class HostileArgumentsTest {

    private static final String PASSWORD = "s3cret-f00dfeed";

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    @Test
    @DisplayName("a hostile URL is refused in a sentence, without a stack and without the password in it")
    void urls() throws IOException {
        for (String url : hostileUrls()) {
            for (String command : List.of("prepare", "audit")) {
                err.getBuffer().setLength(0);
                out.getBuffer().setLength(0);
                assertThat(run(command, url))
                        .as("exit code of %s %s", command, url)
                        .isIn(1, 2);
                assertThat(err.toString()).as(url).isNotBlank().doesNotContain("\tat ", PASSWORD);
                assertThat(out.toString()).as(url).doesNotContain(PASSWORD);
            }
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).as("files a refused command left").isEmpty();
        }
    }

    private static List<String> hostileUrls() {
        return List.of(
                "",
                " ",
                "orders.db",
                "jdbc:sqlite:orders.db",
                "r2dbc:",
                "r2dbc::",
                "r2dbc:sqlite",
                "r2dbc:mysql://root:" + PASSWORD + "@127.0.0.1/x",
                "r2dbc:postgresql://user:" + PASSWORD + "@127.0.0.1:1/orders",
                "r2dbc:postgresql://user:" + PASSWORD + "@127.0.0.1:99999/orders",
                "r2dbc:postgresql://user:" + PASSWORD + "@127.0.0.1:-5/orders",
                "r2dbc:postgresql://user:" + PASSWORD + "@127.0.0.1:x/orders",
                "r2dbc:postgresql://user:" + PASSWORD + " @127.0.0.1/orders",
                "r2dbc:postgresql://user:" + PASSWORD + "@/orders",
                "r2dbc:postgresql://user:" + PASSWORD + "@127.0.0.1:1/orders?sslMode=" + PASSWORD,
                "r2dbc:postgresql://user:" + PASSWORD + "@127.0.0.1:1/or%00ders?connectTimeout=never",
                "r2dbc:sqlite:///no/such/folder/../../orders.db?password=" + PASSWORD,
                "r2dbc:sqlite:////proc/orders.db",
                "r2dbc:sqlite:///" + "x".repeat(5000),
                "r2dbc:sqlite:///nul\u0000inside.db",
                "r2dbc:sqlite:///\ud800.db?journalMode='; DROP TABLE x; --");
    }

    @Test
    @DisplayName("a hostile number of partitions is refused, and no database is made")
    void partitions() throws IOException {
        String url = "r2dbc:sqlite:///" + folder.resolve("orders.db");
        for (String count : List.of("0", "-1", "65537", "2147483648", "1e3", "", "'; DROP TABLE x; --")) {
            assertThat(run("prepare", url, "--partitions", count)).as(count).isIn(1, 2);
            assertThat(err.toString()).doesNotContain("\tat ");
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    @DisplayName("hostile commands are wrong arguments")
    void commands() {
        for (String command : List.of("", "../prepare", "prepare\u0000", "--", "@/etc/hostname", "$(id)")) {
            assertThat(run(command)).as(command).isEqualTo(2);
        }
    }
}
