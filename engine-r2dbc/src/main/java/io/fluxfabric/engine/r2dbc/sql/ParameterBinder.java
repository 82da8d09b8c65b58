package io.fluxfabric.engine.r2dbc.sql;

import io.r2dbc.spi.Statement;
import org.jspecify.annotations.Nullable;

/** Puts values on the markers of one statement. */
final class ParameterBinder {

    private final Dialect dialect;
    private final EngineClock clock;
    private final Binds binds;
    private final @Nullable Long now;
    private final Statement statement;

    ParameterBinder(Renderer renderer, Binds binds, @Nullable Long now, Statement statement) {
        this.now = now;
        this.dialect = renderer.dialect();
        this.clock = renderer.clock();
        this.binds = binds;
        this.statement = statement;
    }

    void bind(int index, Parameter parameter) {
        if (parameter instanceof Parameter.Named named) {
            bindNamed(index, named.name());
        } else if (parameter instanceof Parameter.Now) {
            statement.bind(index, now());
        } else if (parameter instanceof Parameter.RowsColumn column) {
            Rows rows = shaped(column.template());
            statement.bind(index, rows.columnArray(column.template(), column.column()));
        } else if (parameter instanceof Parameter.RowsJson json) {
            statement.bind(index, RowsJson.write(shaped(json.template())));
        }
    }

    private long now() {
        return now != null ? now : ((EngineClock.Bound) clock).epochMillis().getAsLong();
    }

    private Rows shaped(RowsTemplate template) {
        Rows rows = binds.rows(template.alias());
        rows.requireShape(template);
        return rows;
    }

    private void bindNamed(int index, String name) {
        Object value = binds.value(name);
        Class<?> nullType = binds.nullType(name);
        if (value != null) {
            statement.bind(index, dialect.bindable(value));
        } else if (nullType != null) {
            statement.bindNull(index, dialect.bindableType(nullType));
        } else {
            throw new IllegalArgumentException("nothing was bound for :" + name + "; bound: " + binds.names());
        }
    }
}
