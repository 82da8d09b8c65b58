package io.fluxfabric.engine.r2dbc.sql;

import java.io.StringWriter;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes a row set as a JSON array of arrays, the form SQLite's {@code jsonb_each} takes. */
final class RowsJson {

    private static final JsonFactory JSON = new JsonFactory();

    private RowsJson() {}

    static String write(Rows rows) {
        StringWriter out = new StringWriter(64 * rows.size());
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            json.writeStartArray();
            for (@Nullable Object[] row : rows.all()) {
                json.writeStartArray();
                for (Object value : row) {
                    writeValue(json, value);
                }
                json.writeEndArray();
            }
            json.writeEndArray();
        }
        return out.toString();
    }

    private static void writeValue(JsonGenerator json, @Nullable Object value) {
        if (value == null) {
            json.writeNull();
        } else if (value instanceof Long number) {
            json.writeNumber(number);
        } else if (value instanceof Integer number) {
            json.writeNumber(number);
        } else {
            json.writeString(String.valueOf(ColumnType.travelling(value)));
        }
    }
}
