package io.fluxfabric.engine.r2dbc.planted;

import io.r2dbc.spi.Readable;
import org.jspecify.annotations.Nullable;

/** Reads a row, which any operation may. */
final class RowMapper {

    @Nullable
    String name(Readable row) {
        return row.get("name", String.class);
    }
}
