package io.fluxfabric.engine.chaos.run;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ConnectionFactoryMetadata;
import io.r2dbc.spi.Result;
import io.r2dbc.spi.ValidationDepth;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Connections that can be restrained under way, those in use and those to come: it is the database itself that then refuses what is
 * asked of it.
 */
final class RestrainedConnections implements ConnectionFactory {

    private final ConnectionFactory factory;
    private final List<Connection> connections = new CopyOnWriteArrayList<>();
    private volatile String restraint = "";

    RestrainedConnections(ConnectionFactory factory) {
        this.factory = factory;
    }

    /** Each is noted before it is restrained, so that none slips through; twice does no harm. */
    @Override
    public Mono<Connection> create() {
        return Mono.<Connection>from(factory.create())
                .doOnNext(connections::add)
                .flatMap(this::restrained);
    }

    private Mono<Connection> restrained(Connection connection) {
        return restraint.isEmpty()
                ? Mono.just(connection)
                : run(restraint, connection).thenReturn(connection);
    }

    @Override
    public ConnectionFactoryMetadata getMetadata() {
        return factory.getMetadata();
    }

    /** Runs a statement on each, between two others. */
    Mono<Void> restrain(String statement) {
        return Mono.fromRunnable(() -> restraint = statement)
                .thenMany(Flux.fromIterable(connections))
                .concatMap(connection -> runIfOpen(statement, connection))
                .then();
    }

    private Mono<Void> runIfOpen(String statement, Connection connection) {
        return isOpen(connection)
                .flatMap(open -> open ? run(statement, connection) : forget(connection))
                .onErrorResume(
                        error -> isOpen(connection).flatMap(open -> open ? Mono.error(error) : forget(connection)));
    }

    private static Mono<Boolean> isOpen(Connection connection) {
        return Mono.from(connection.validate(ValidationDepth.LOCAL));
    }

    private Mono<Void> forget(Connection connection) {
        return Mono.fromRunnable(() -> connections.remove(connection));
    }

    private static Mono<Void> run(String statement, Connection connection) {
        return Flux.from(connection.createStatement(statement).execute())
                .concatMap(Result::getRowsUpdated)
                .then();
    }
}
