package io.fluxfabric.r2dbc.sqlite;

import io.r2dbc.spi.Connection;
import java.nio.file.Path;
import java.time.Duration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A program that writes rows, each in a transaction of its own, and prints the number of each row once it is committed.
 */
final class WriterProcess {
    private WriterProcess() {}

    public static void main(String[] arguments) {
        String name = arguments[1];
        int rows = Integer.parseInt(arguments[2]);
        SqliteConnectionFactory factory = SqliteConnectionFactory.from(SqliteConnectionConfiguration.builder()
                .file(Path.of(arguments[0]))
                .busyTimeout(Duration.ofSeconds(60))
                .build());

        Sql.with(factory, connection -> Flux.range(1, rows).concatMap(number -> write(connection, name, number)))
                .doOnNext(number -> {
                    System.out.println(number);
                    System.out.flush();
                })
                .blockLast();
    }

    private static Mono<Integer> write(Connection connection, String name, int number) {
        return Mono.from(connection.beginTransaction(SqliteTransactionDefinition.IMMEDIATE))
                .then(Sql.run(connection, "INSERT INTO t VALUES (?, ?)", name, number))
                .then(Mono.from(connection.commitTransaction()))
                .thenReturn(number);
    }
}
