package io.fluxfabric.r2dbc.sqlite.bench;

import io.fluxfabric.r2dbc.sqlite.SqliteConnectionConfiguration;
import io.fluxfabric.r2dbc.sqlite.SqliteConnectionFactory;
import io.fluxfabric.r2dbc.sqlite.SqliteTransactionDefinition;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.Readable;
import io.r2dbc.spi.Result;
import io.r2dbc.spi.Statement;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The driver with its default settings. */
final class DriverSide implements Workload.Side {
    private @Nullable Connection connection;

    @Override
    public void open(Path file) {
        connection = SqliteConnectionFactory.from(
                        SqliteConnectionConfiguration.builder().file(file).build())
                .create()
                .block();
        Flux.from(connection().createStatement(Workload.CREATE).execute()).blockLast();
    }

    @Override
    public long batches(int transactions) {
        return count(Flux.range(0, transactions).concatMap(transaction -> transaction()));
    }

    @Override
    public long singles(int rows) {
        return count(Flux.range(0, rows).concatMap(this::insert));
    }

    /** Each insert is asked for by this thread and waited for by it: two changes of thread for a row. */
    @Override
    public long awaitedSingles(int rows) {
        long count = 0;
        for (int row = 0; row < rows; row++) {
            count += count(insert(row).flux());
        }
        return count;
    }

    @Override
    public long stream() {
        return count(Flux.from(connection().createStatement(Workload.SELECT).execute())
                .concatMap(result -> result.map(DriverSide::read))
                .map(sum -> 1L));
    }

    @Override
    public void close() {
        Mono.from(connection().close()).block();
    }

    private Flux<Long> transaction() {
        Statement insert = connection().createStatement(Workload.INSERT);
        for (int row = 0; row < Workload.BATCH; row++) {
            if (row > 0) {
                insert.add();
            }
            insert.bind(0, "item number " + row).bind(1, row);
        }
        return Flux.from(connection().beginTransaction(SqliteTransactionDefinition.DEFERRED))
                .thenMany(Flux.from(insert.execute()).concatMap(Result::getRowsUpdated))
                .concatWith(Mono.from(connection().commitTransaction()).then(Mono.empty()));
    }

    private Mono<Long> insert(int row) {
        return Mono.from(connection()
                        .createStatement(Workload.INSERT)
                        .bind(0, "item number " + row)
                        .bind(1, row)
                        .execute())
                .flatMap(result -> Mono.from(result.getRowsUpdated()));
    }

    private static long read(Readable row) {
        return Objects.requireNonNull(row.get(0, Long.class))
                + Objects.requireNonNull(row.get(1, String.class)).length()
                + Objects.requireNonNull(row.get(2, Integer.class));
    }

    private static long count(Flux<Long> counts) {
        return Objects.requireNonNull(counts.reduce(0L, Long::sum).block());
    }

    private Connection connection() {
        return Objects.requireNonNull(connection);
    }
}
