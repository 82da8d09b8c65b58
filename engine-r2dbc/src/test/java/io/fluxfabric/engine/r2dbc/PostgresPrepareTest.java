package io.fluxfabric.engine.r2dbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.error.ConfigurationException;
import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.testdb.PostgresServer;
import io.fluxfabric.engine.testdb.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.test.StepVerifier;

class PostgresPrepareTest extends PrepareContract {

    private final List<TestDatabase> databases = new ArrayList<>();

    @Override
    String freshUrl() {
        TestDatabase database = PostgresServer.shared().freshDatabase();
        databases.add(database);
        return database.r2dbcUrl();
    }

    @AfterEach
    void dropDatabases() {
        databases.forEach(TestDatabase::drop);
    }

    @Test
    @DisplayName("an unreachable server is one sentence that names where it should be, without the password")
    void unreachable() {
        R2dbcEngine engine = R2dbcEngine.open("r2dbc:postgresql://someone:s3cret@127.0.0.1:1/nothing");

        engine.prepare()
                .as(StepVerifier::create)
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOfSatisfying(ConfigurationException.class, wrong -> {
                            assertThat(wrong.code()).isEqualTo(ErrorCode.DATABASE_UNREACHABLE);
                            assertThat(wrong.setting()).isEqualTo("url");
                            assertThat(wrong.getMessage())
                                    .contains("127.0.0.1:1")
                                    .doesNotContain("s3cret");
                        }))
                .verify(Duration.ofSeconds(40));
        engine.close().block(Duration.ofSeconds(10));
    }
}
