package io.fluxfabric.engine.examples.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.testdb.PostgresServer;
import io.fluxfabric.engine.testdb.SqliteFiles;
import io.fluxfabric.engine.testdb.TestDatabase;
import io.fluxfabric.engine.worker.ListWorkers;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.HttpStatusCode;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

class OrderApplicationTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Test
    @DisplayName("SQLite: an order is stored with its execution, shipped, and the worker drains with the application")
    void onSqlite() {
        try (SqliteFiles files = SqliteFiles.create()) {
            lives(files.freshUrl());
        }
    }

    @Test
    @DisplayName(
            "PostgreSQL: an order is stored with its execution, shipped, and the worker drains with the application")
    void onPostgres() {
        try (TestDatabase database = PostgresServer.shared().freshDatabase()) {
            lives(database.r2dbcUrl());
        }
    }

    private static void lives(String url) {
        try (ConfigurableApplicationContext application = SpringApplication.run(
                OrderApplication.class,
                "--orders.database=" + url,
                "--server.port=0",
                "--spring.main.banner-mode=off")) {
            WebClient client = WebClient.create(
                    "http://127.0.0.1:" + application.getEnvironment().getProperty("local.server.port"));

            OrderController.Placed placed = post(client, Map.of("article", "tea"))
                    .bodyToMono(OrderController.Placed.class)
                    .blockOptional(PATIENCE)
                    .orElseThrow();

            assertThat(shipped(client, placed.id()).attempts()).isEqualTo(1);
            assertThat(application
                            .getBean(DatabaseClient.class)
                            .sql("SELECT article FROM shop_order WHERE execution_id = $1")
                            .bind(0, placed.id())
                            .map(row -> String.valueOf(row.get(0)))
                            .one()
                            .block(PATIENCE))
                    .isEqualTo("tea");
            assertThat(status(post(client, Map.of()))).isEqualTo(400);
            assertThat(status(get(client, "no-id"))).isEqualTo(400);
            assertThat(status(get(
                            client, placed.id().replaceAll("fp:\\d+", "fp:0").replaceFirst("....$", "0000"))))
                    .isEqualTo(404);
        }
        assertThatAllIsLeftInGoodOrder(url);
    }

    private static OrderController.OrderView shipped(WebClient client, String id) {
        return get(client, id)
                .bodyToMono(OrderController.OrderView.class)
                .filter(view -> view.state().equals("completed"))
                .repeatWhenEmpty(looks -> looks.delayElements(Duration.ofMillis(50)))
                .blockOptional(PATIENCE)
                .orElseThrow();
    }

    private static WebClient.ResponseSpec post(WebClient client, Map<String, String> order) {
        return client.post().uri("/orders").bodyValue(order).retrieve();
    }

    private static WebClient.ResponseSpec get(WebClient client, String id) {
        return client.get().uri("/orders/{id}", id).retrieve();
    }

    private static int status(WebClient.ResponseSpec response) {
        return response.onStatus(HttpStatusCode::isError, any -> Mono.empty())
                .toBodilessEntity()
                .map(entity -> entity.getStatusCode().value())
                .blockOptional(PATIENCE)
                .orElseThrow();
    }

    private static void assertThatAllIsLeftInGoodOrder(String url) {
        R2dbcEngine engine = R2dbcEngine.open(url);
        assertThat(engine.workers().list(ListWorkers.all()).collectList().block(PATIENCE))
                .as("workers that did not say goodbye")
                .isEmpty();
        assertThat(engine.audit().collectList().block(PATIENCE)).isEmpty();
        engine.close().block(PATIENCE);
    }
}
