package io.fluxfabric.r2dbc.sqlite;

import io.r2dbc.spi.Blob;
import io.r2dbc.spi.Clob;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Reads the large objects among bound values before the statement runs: SQLite takes a value whole. */
final class LargeObjects {
    private LargeObjects() {}

    static Mono<List<@Nullable Object[]>> read(List<@Nullable Object[]> sets) {
        return Flux.fromIterable(sets).concatMap(LargeObjects::readSet).collectList();
    }

    private static Mono<@Nullable Object[]> readSet(@Nullable Object[] values) {
        return Flux.range(0, values.length)
                .concatMap(index -> readValue(values[index]))
                .collectList()
                .map(read -> read.stream().map(value -> value.orElse(null)).toArray());
    }

    private static Mono<Optional<Object>> readValue(@Nullable Object value) {
        if (value instanceof Blob blob) {
            return Flux.from(blob.stream())
                    .collect(ByteArrayOutputStream::new, LargeObjects::append)
                    .map(bytes -> Optional.of(bytes.toByteArray()));
        }
        if (value instanceof Clob clob) {
            return Flux.from(clob.stream())
                    .collect(StringBuilder::new, StringBuilder::append)
                    .map(text -> Optional.of(ValueEncoder.text(text.toString())));
        }
        return Mono.just(Optional.ofNullable(value));
    }

    private static void append(ByteArrayOutputStream bytes, ByteBuffer chunk) {
        bytes.writeBytes(ValueEncoder.bytes(chunk));
    }
}
