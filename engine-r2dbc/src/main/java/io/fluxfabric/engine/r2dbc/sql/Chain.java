package io.fluxfabric.engine.r2dbc.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Several writes that belong together, each of which may use the rows an earlier one returned: claim, then the attempt, then
 * the event.
 *
 * <p>A named step ends in RETURNING and declares its columns; later steps read its rows as {@code {STEP name}}. On PostgreSQL
 * all of it is <em>one</em> statement with data-modifying CTEs: a transaction by itself, one round trip. On SQLite, which has
 * no such CTEs, the steps run one after another in a transaction, and the rows travel through {@code jsonb_each}. The
 * answer of a chain is the rows of its last named step.
 *
 * <p>{@code {STEP name}} and {@code {ROWS name(…)}} stand in a FROM clause and bring their alias, which is the name; do not give them
 * another. All steps of the one statement see the database as it was before it. A step must therefore take what an earlier step
 * wrote from {@code {STEP name}} and never read it back from the table.
 */
public final class Chain {

    private final List<Step> steps;
    private final RowsTemplate answer;
    private final Sql oneStatement;

    private Chain(List<Step> steps) {
        this.steps = List.copyOf(steps);
        this.answer = steps.stream()
                .map(Step::rows)
                .filter(Objects::nonNull)
                .reduce((earlier, later) -> later)
                .orElseThrow();
        this.oneStatement = Sql.of(joined());
    }

    /** Starts with a step whose rows are wanted: {@code rows} is {@code name(column type, …)}, {@code sql} returns just these. */
    public static Chain of(String rows, String sql) {
        return new Chain(List.of(new Step(RowsTemplate.parse(rows), Sql.of(sql))));
    }

    /** Adds a step whose rows are wanted. */
    public Chain step(String rows, String sql) {
        return with(RowsTemplate.parse(rows), sql);
    }

    /** Adds a step whose rows nobody needs. */
    public Chain then(String sql) {
        return with(null, sql);
    }

    private Chain with(@Nullable RowsTemplate rows, String sql) {
        List<Step> longer = new ArrayList<>(steps);
        longer.add(new Step(rows, Sql.of(sql)));
        return new Chain(longer);
    }

    private String joined() {
        List<String> parts = new ArrayList<>();
        for (Step step : steps) {
            String name =
                    step.rows() == null ? "step_" + parts.size() : step.rows().alias();
            parts.add(name + " AS (\n" + named(step.sql().text()) + "\n)");
        }
        String columns =
                answer.columns().stream().map(RowsTemplate.Column::name).collect(Collectors.joining(", "));
        return "WITH " + String.join(",\n", parts) + "\nSELECT " + columns + " FROM " + answer.alias();
    }

    private String named(String text) {
        return steps.stream()
                .map(Step::rows)
                .filter(Objects::nonNull)
                .reduce(text, (done, rows) -> done.replace(rows.reference(), rows.alias()), (a, b) -> b);
    }

    /** The chain as one statement, as it runs on PostgreSQL. */
    @Override
    public String toString() {
        return oneStatement.toString();
    }

    /** The first step as a statement of its own, as it runs on SQLite. */
    public String firstStep() {
        return steps.get(0).sql().toString();
    }

    Sql asOneStatement() {
        return oneStatement;
    }

    List<Step> steps() {
        return steps;
    }

    RowsTemplate answer() {
        return answer;
    }

    /** One write. {@code rows} is null when nobody needs what it returns. */
    record Step(@Nullable RowsTemplate rows, Sql sql) {}
}
