package io.fluxfabric.engine.r2dbc.sql;

/** Where the value of one marker of a rendered statement comes from. */
public sealed interface Parameter {

    /** A {@code :name} of the statement. */
    record Named(String name) implements Parameter {}

    /** The test clock, bound where a production statement reads the database's. */
    record Now() implements Parameter {}

    /** One column of a row set, as an array. */
    record RowsColumn(RowsTemplate template, int column) implements Parameter {}

    /** A whole row set, as one JSON document. */
    record RowsJson(RowsTemplate template) implements Parameter {}
}
