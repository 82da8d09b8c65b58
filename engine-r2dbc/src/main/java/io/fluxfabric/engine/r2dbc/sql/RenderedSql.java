package io.fluxfabric.engine.r2dbc.sql;

import java.util.List;

/** A statement in the words of one database, with its parameters in the order of their markers. */
record RenderedSql(String text, List<Parameter> parameters) {

    RenderedSql {
        parameters = List.copyOf(parameters);
    }
}
