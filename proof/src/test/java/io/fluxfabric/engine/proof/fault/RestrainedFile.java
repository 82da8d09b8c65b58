package io.fluxfabric.engine.proof.fault;

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
 * Connections to a SQLite file whose limits can be changed under way, on those that are in use and on those to come. It is SQLite
 * itself that then reports a full disk or a file it may not write.
 */
final class RestrainedFile implements ConnectionFactory {

    private final ConnectionFactory factory;
    private final List<Connection> connections = new CopyOnWriteArrayList<>();
    private volatile String pragma = "PRAGMA query_only";

    RestrainedFile(ConnectionFactory factory) {
        this.factory = factory;
    }

    /** A connection is noted before it is restrained, so that none slips through; to do it twice does no harm. */
    @Override
    public Mono<Connection> create() {
        return Mono.<Connection>from(factory.create())
                .doOnNext(connections::add)
                .flatMap(connection -> restrain(connection).thenReturn(connection));
    }

    @Override
    public ConnectionFactoryMetadata getMetadata() {
        return factory.getMetadata();
    }

    /** Runs it on each connection, between two of its statements. */
    void run(String newPragma) {
        pragma = newPragma;
        Flux.fromIterable(connections)
                .filterWhen(connection -> connection.validate(ValidationDepth.LOCAL))
                .concatMap(this::restrain)
                .blockLast(Waiting.PATIENCE);
    }

    private Mono<Void> restrain(Connection connection) {
        return Flux.from(connection.createStatement(pragma).execute())
                .concatMap(Result::getRowsUpdated)
                .then();
    }
}
