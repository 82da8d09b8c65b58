package io.fluxfabric.engine.examples.spring;

import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.task.Worker;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactory;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.r2dbc.connection.R2dbcTransactionManager;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.r2dbc.core.binding.BindMarkersFactory;
import org.springframework.transaction.reactive.TransactionalOperator;
import reactor.core.publisher.Mono;

/** Takes orders over HTTP and ships them, in one process on one database. Ctrl-C ends it in good order. */
@SpringBootApplication(proxyBeanMethods = false)
public class OrderApplication {

    public static void main(String[] args) {
        SpringApplication.run(OrderApplication.class, args);
    }

    /** The one way to the database, for the application and for the engine. */
    @Bean
    ConnectionFactory connectionFactory(@Value("${orders.database}") String url) {
        return ConnectionFactories.get(url);
    }

    /** Blocks once, at the start, so that no request meets a database that is not ready. {@link ShipperLifecycle} closes it. */
    @Bean(destroyMethod = "")
    R2dbcEngine engine(ConnectionFactory connections) {
        R2dbcEngine engine = R2dbcEngine.on(connections);
        engine.prepare().block();
        return engine;
    }

    @Bean
    Carrier carrier() {
        return order -> Mono.just("parcel with " + order.article());
    }

    @Bean
    Worker shipper(R2dbcEngine engine, Carrier carrier) {
        return Worker.on(engine)
                .identity("shipper")
                .lane("orders")
                .drainGrace(Duration.ofSeconds(10))
                .handle("ship", Order.class, (task, order) -> carrier.ship(order));
    }

    @Bean
    TransactionalOperator transactions(ConnectionFactory connections) {
        return TransactionalOperator.create(new R2dbcTransactionManager(connections));
    }

    /** Numbered markers are understood by both databases; Spring knows none for SQLite by itself. */
    @Bean
    DatabaseClient databaseClient(ConnectionFactory connections) {
        return DatabaseClient.builder()
                .connectionFactory(connections)
                .bindMarkers(BindMarkersFactory.indexed("$", 1))
                .namedParameters(false)
                .build();
    }
}
