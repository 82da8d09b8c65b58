package io.fluxfabric.engine.proof.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.error.EngineException;
import io.fluxfabric.engine.testdb.PostgresServer;
import io.fluxfabric.engine.testdb.TestDatabase;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The server goes away under load and comes back. */
class PostgresRestartTest extends Faults {

    @Test
    @DisplayName(
            "a server that is stopped, and later killed: all goes on when it is back, and nothing acknowledged is lost")
    void stoppedAndKilled() {
        PostgresServer server = closing(PostgresServer.dedicated(Map.of()));
        TestDatabase database = server.freshDatabase();
        Load load =
                load(engine(database.r2dbcUrl()), engine(database.r2dbcUrl())).steady();

        server.stop();
        Waiting.until("refusals", () -> load.refusals().size() >= 20);
        server.start();
        load.recovers();

        int refusals = load.refusals().size();
        server.kill();
        Waiting.until("more refusals", () -> load.refusals().size() >= refusals + 20);
        server.start();

        load.recovers().settles();
        assertThat(load.refusals())
                .allSatisfy(refusal ->
                        assertThat(((EngineException) refusal).isRetryable()).isTrue());
    }
}
