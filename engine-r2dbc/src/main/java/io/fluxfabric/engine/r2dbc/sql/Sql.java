package io.fluxfabric.engine.r2dbc.sql;

import java.util.Objects;

/**
 * One statement as its author writes it: a text block with {@code :names} for bound values, {@code {FRAGMENT}}s for what
 * differs between databases, and {@code {ROWS alias(column type, …)}} for a set of rows that the caller binds as a whole.
 *
 * <p>It is rendered once per dialect. A statement must bind at least one value: a query without parameters that is
 * cancelled in mid-result leaves a PostgreSQL connection of r2dbc-postgresql 1.1 unusable, so none may exist. Only
 * {@linkplain #script scripts}, which migrations run where no cancel can reach them, are exempt: DDL takes no parameters.
 */
public final class Sql {

    private final String text;
    private final boolean script;

    private Sql(String text, boolean script) {
        this.text = Objects.requireNonNull(text, "text").strip();
        this.script = script;
    }

    /** A statement that binds at least one value. */
    public static Sql of(String text) {
        return new Sql(text, false);
    }

    /** DDL, possibly several statements, which binds nothing. */
    public static Sql script(String text) {
        return new Sql(text, true);
    }

    String text() {
        return text;
    }

    boolean isScript() {
        return script;
    }

    @Override
    public String toString() {
        return text;
    }
}
