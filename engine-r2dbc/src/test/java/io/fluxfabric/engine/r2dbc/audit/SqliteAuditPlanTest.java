package io.fluxfabric.engine.r2dbc.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.r2dbc.sql.connect.DatabaseUrl;
import io.r2dbc.spi.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

class SqliteAuditPlanTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final String url = "r2dbc:sqlite:memory:///" + UUID.randomUUID();

    @Test
    @DisplayName("a key finds its executions by the key, not by looking at all of its namespace")
    void keys() {
        R2dbcEngine engine = R2dbcEngine.open(url);
        try {
            engine.prepare().block(PATIENCE);
            Invariant rule = RecordInvariants.ALL.stream()
                    .filter(one -> one.name().equals("key-names-one-execution"))
                    .findFirst()
                    .orElseThrow();
            assertThat(plan(rule.broken().toString().replace(":most", "1")))
                    .filteredOn(step -> step.startsWith("SEARCH e "))
                    .singleElement()
                    .asString()
                    .contains("idempotency_key=?");
        } finally {
            engine.close().block(PATIENCE);
        }
    }

    private List<String> plan(String sql) {
        return Objects.requireNonNull(Mono.usingWhen(
                        DatabaseUrl.open(url).create(),
                        connection -> Flux.from(connection
                                        .createStatement("EXPLAIN QUERY PLAN " + sql)
                                        .execute())
                                .concatMap(result -> result.map(row -> String.valueOf(row.get("detail"))))
                                .collectList(),
                        Connection::close)
                .block(PATIENCE));
    }
}
