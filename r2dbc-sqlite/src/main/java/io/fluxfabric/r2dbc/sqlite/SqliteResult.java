package io.fluxfabric.r2dbc.sqlite;

import io.r2dbc.spi.R2dbcException;
import io.r2dbc.spi.Readable;
import io.r2dbc.spi.Result;
import io.r2dbc.spi.Row;
import io.r2dbc.spi.RowMetadata;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SynchronousSink;

/** The rows and the update count of one statement, to be consumed once. */
final class SqliteResult implements Result {
    private static final AtomicIntegerFieldUpdater<SqliteResult> CONSUMED =
            AtomicIntegerFieldUpdater.newUpdater(SqliteResult.class, "consumed");

    private final Flux<Segment> rows;
    private final @Nullable Long updateCount;
    private volatile int consumed;

    private SqliteResult(Flux<Segment> rows, @Nullable Long updateCount) {
        this.rows = rows;
        this.updateCount = updateCount;
    }

    /** Rows that are yet to be fetched. */
    static SqliteResult ofQuery(Flux<Segment> rows) {
        return new SqliteResult(rows, null);
    }

    /** A statement that has run, with the rows it returned, if any, and the count of the rows it changed. */
    static SqliteResult ofChange(List<? extends Segment> rows, @Nullable Long count) {
        return new SqliteResult(rows.isEmpty() ? Flux.empty() : Flux.fromIterable(rows), count);
    }

    @Override
    public Mono<Long> getRowsUpdated() {
        consume();
        if (updateCount != null) {
            return Mono.just(updateCount);
        }
        return rows.<Long>handle(SqliteResult::count).reduce(Long::sum);
    }

    @Override
    public <T> Flux<T> map(BiFunction<Row, RowMetadata, ? extends T> mappingFunction) {
        requireFunction(mappingFunction);
        consume();
        return rows.handle((segment, sink) -> {
            if (segment instanceof RowSegment found) {
                sink.next(mappingFunction.apply(found.row(), found.row().getMetadata()));
            } else {
                failOnMessage(segment, sink);
            }
        });
    }

    @Override
    public <T> Flux<T> map(Function<? super Readable, ? extends T> mappingFunction) {
        requireFunction(mappingFunction);
        return map((row, metadata) -> mappingFunction.apply(row));
    }

    @Override
    public SqliteResult filter(Predicate<Segment> filter) {
        requireFunction(filter);
        consume();
        return new SqliteResult(segments().filter(filter), null);
    }

    @Override
    public <T> Flux<T> flatMap(Function<Segment, ? extends Publisher<? extends T>> mappingFunction) {
        requireFunction(mappingFunction);
        consume();
        return segments().concatMap(mappingFunction);
    }

    private Flux<Segment> segments() {
        Flux<Segment> all = updateCount == null ? rows : rows.concatWithValues(new Count(updateCount));
        return all.onErrorResume(R2dbcException.class, error -> Mono.just(new Failure(error)));
    }

    private void consume() {
        if (consumed != 0 || !CONSUMED.compareAndSet(this, 0, 1)) {
            throw new IllegalStateException("The result has been consumed already");
        }
    }

    private static void count(Segment segment, SynchronousSink<Long> sink) {
        if (segment instanceof UpdateCount found) {
            sink.next(found.value());
        } else {
            failOnMessage(segment, sink);
        }
    }

    private static void failOnMessage(Segment segment, SynchronousSink<?> sink) {
        if (segment instanceof Message message) {
            sink.error(message.exception());
        }
    }

    private static void requireFunction(@Nullable Object function) {
        if (function == null) {
            throw new IllegalArgumentException("The function must not be null");
        }
    }

    private record Count(long value) implements UpdateCount {}

    private record Failure(R2dbcException exception) implements Message {
        @Override
        public int errorCode() {
            return exception.getErrorCode();
        }

        @Override
        public @Nullable String sqlState() {
            return exception.getSqlState();
        }

        @Override
        public String message() {
            return String.valueOf(exception.getMessage());
        }
    }
}
