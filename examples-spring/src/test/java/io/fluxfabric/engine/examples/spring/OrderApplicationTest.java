package io.fluxfabric.engine.examples.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.state.PublicState;
import io.fluxfabric.engine.testdb.PostgresServer;
import io.fluxfabric.engine.testdb.SqliteFiles;
import io.fluxfabric.engine.testdb.TestDatabase;
import io.fluxfabric.engine.worker.ListWorkers;
import io.fluxfabric.engine.worker.RegisteredWorker;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.Banner;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.http.HttpStatusCode;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

class OrderApplicationTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Test
    @DisplayName("SQLite: an order is stored with its execution and shipped; what runs at the end may finish")
    void onSqlite() {
        try (SqliteFiles files = SqliteFiles.create()) {
            ships(files.freshUrl());
            drains(files.freshUrl());
        }
    }

    @Test
    @DisplayName("PostgreSQL: an order is stored with its execution and shipped; what runs at the end may finish")
    void onPostgres() {
        try (TestDatabase one = PostgresServer.shared().freshDatabase();
                TestDatabase two = PostgresServer.shared().freshDatabase()) {
            ships(one.r2dbcUrl());
            drains(two.r2dbcUrl());
        }
    }

    private static void ships(String url) {
        try (ConfigurableApplicationContext application = started(url, order -> Mono.just("parcel"))) {
            WebClient client = clientOf(application);
            String id = placed(client, "tea");

            assertThat(shipped(client, id).attempts()).isEqualTo(1);
            assertThat(application
                            .getBean(DatabaseClient.class)
                            .sql("SELECT article FROM shop_order WHERE execution_id = $1")
                            .bind(0, id)
                            .map(row -> String.valueOf(row.get(0)))
                            .one()
                            .block(PATIENCE))
                    .isEqualTo("tea");
            assertThat(status(post(client, Map.of()))).isEqualTo(400);
            assertThat(status(get(client, "no-id"))).isEqualTo(400);
            String unknown = id.replaceFirst("....$", id.endsWith("0000") ? "1111" : "0000");
            assertThat(status(get(client, unknown))).isEqualTo(404);
        }
    }

    private static void drains(String url) {
        Sinks.Empty<Void> onItsWay = Sinks.empty();
        Sinks.Empty<Void> delivered = Sinks.empty();
        Carrier slow = order -> Mono.defer(() -> {
            onItsWay.tryEmitEmpty();
            return delivered.asMono().thenReturn("parcel");
        });
        ConfigurableApplicationContext application = started(url, slow);
        R2dbcEngine observer = R2dbcEngine.open(url);
        try {
            ExecutionId id = ExecutionId.parse(placed(clientOf(application), "tea"));
            onItsWay.asMono().block(PATIENCE);

            Mono<Void> closed = Mono.<Void>fromRunnable(application::close).subscribeOn(Schedulers.boundedElastic());
            Mono<?> drainBegun = observer.workers()
                    .list(ListWorkers.all())
                    .filter(RegisteredWorker::draining)
                    .next()
                    .repeatWhenEmpty(looks -> looks.delayElements(Duration.ofMillis(50)))
                    .doOnNext(draining -> delivered.tryEmitEmpty());
            Mono.when(closed, drainBegun).block(PATIENCE);

            assertThat(observer.executions().state(id).block(PATIENCE)).isEqualTo(PublicState.COMPLETED);
            assertThat(observer.workers().list(ListWorkers.all()).collectList().block(PATIENCE))
                    .isEmpty();
            assertThat(observer.audit().collectList().block(PATIENCE)).isEmpty();
        } finally {
            application.close();
            observer.close().block(PATIENCE);
        }
    }

    private static ConfigurableApplicationContext started(String url, Carrier carrier) {
        ApplicationContextInitializer<GenericApplicationContext> withCarrier = context ->
                context.registerBean("carrierOfTheTest", Carrier.class, () -> carrier, bean -> bean.setPrimary(true));
        return new SpringApplicationBuilder(OrderApplication.class)
                .initializers(withCarrier)
                .bannerMode(Banner.Mode.OFF)
                .run("--orders.database=" + url, "--server.port=0");
    }

    private static WebClient clientOf(ConfigurableApplicationContext application) {
        return WebClient.create(
                "http://127.0.0.1:" + application.getEnvironment().getProperty("local.server.port"));
    }

    private static String placed(WebClient client, String article) {
        return post(client, Map.of("article", article))
                .bodyToMono(OrderController.Placed.class)
                .blockOptional(PATIENCE)
                .orElseThrow()
                .id();
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
}
