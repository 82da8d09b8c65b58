package io.fluxfabric.engine.r2dbc.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Renders statements for one dialect and one clock, each of them once. */
public final class Renderer {

    static final String NOW = "NOW";
    private static final String ROWS = "ROWS ";

    private final Dialect dialect;
    private final EngineClock clock;
    private final Map<Sql, RenderedSql> rendered = new ConcurrentHashMap<>();
    private final Map<Sql, Sql> unchained = new ConcurrentHashMap<>();
    private volatile @Nullable Renderer timed;

    public Renderer(Dialect dialect, EngineClock clock) {
        this.dialect = dialect;
        this.clock = clock;
    }

    /** Whose statements these are. */
    public Dialect dialect() {
        return dialect;
    }

    EngineClock clock() {
        return clock;
    }

    /** Renders {@code {NOW}} as a value that is bound, for sessions that have read the clock before. */
    Renderer at() {
        Renderer known = timed;
        if (known == null) {
            known = clock instanceof EngineClock.Bound
                    ? this
                    : new Renderer(dialect, EngineClock.bound(() -> {
                        throw new IllegalStateException("a session at a fixed time binds its own");
                    }));
            timed = known;
        }
        return known;
    }

    /** The text a statement has on this database; migrations take their checksum from it. */
    public String text(Sql sql) {
        return render(sql).text();
    }

    /** A step of a chain as a statement of its own: the rows of earlier steps are bound like any row set. */
    Sql unchained(Sql step, List<RowsTemplate> earlier) {
        Sql known = unchained.get(step);
        if (known != null) {
            return known;
        }
        String text = step.text();
        for (RowsTemplate rows : earlier) {
            text = text.replace(rows.reference(), rows.declaration());
        }
        Sql alone = Sql.of(text);
        unchained.put(step, alone);
        return alone;
    }

    RenderedSql render(Sql sql) {
        RenderedSql known = rendered.get(sql);
        if (known != null) {
            return known;
        }
        RenderedSql fresh = new Pass(sql.text()).run();
        if (!sql.isScript() && fresh.parameters().stream().allMatch(Parameter.Now.class::isInstance)) {
            throw new IllegalArgumentException("every statement binds at least one value, this one binds none: " + sql);
        }
        rendered.put(sql, fresh);
        return fresh;
    }

    /** One walk over a statement's text. Literals and comments are copied as they are. */
    private final class Pass {
        private final String in;
        private final StringBuilder out = new StringBuilder();
        private final List<Parameter> parameters = new ArrayList<>();
        private int at;

        Pass(String in) {
            this.in = in;
        }

        RenderedSql run() {
            while (at < in.length()) {
                step(in.charAt(at));
            }
            return new RenderedSql(out.toString(), parameters);
        }

        private void step(char c) {
            if (c == '\'') {
                copyThrough(in.indexOf('\'', at + 1), "a literal is not closed");
            } else if (in.startsWith("--", at)) {
                int end = in.indexOf('\n', at);
                copyThrough(end < 0 ? in.length() - 1 : end, "");
            } else if (in.startsWith("::", at)) {
                copyThrough(at + 1, "");
            } else if (c == ':' && at + 1 < in.length() && Character.isLetter(in.charAt(at + 1))) {
                named();
            } else if (c == '{') {
                fragment();
            } else {
                out.append(c);
                at++;
            }
        }

        private void copyThrough(int last, String problem) {
            if (last < 0) {
                throw new IllegalArgumentException(problem + ": " + in);
            }
            out.append(in, at, last + 1);
            at = last + 1;
        }

        private void named() {
            int end = at + 1;
            while (end < in.length() && Character.isJavaIdentifierPart(in.charAt(end))) {
                end++;
            }
            out.append(marker(new Parameter.Named(in.substring(at + 1, end))));
            at = end;
        }

        private void fragment() {
            int end = in.indexOf('}', at);
            if (end < 0) {
                throw new IllegalArgumentException("a {FRAGMENT} is not closed: " + in);
            }
            String name = in.substring(at + 1, end).strip();
            at = end + 1;
            if (name.startsWith(ROWS)) {
                out.append(dialect.rows(RowsTemplate.parse(name.substring(ROWS.length())), this::marker));
            } else if (name.equals(NOW) && clock instanceof EngineClock.Bound) {
                out.append(dialect.boundNow(marker(new Parameter.Now())));
            } else {
                out.append(dialect.fragment(name));
            }
        }

        /** The same name always gets the same marker, so a value is sent once. */
        private String marker(Parameter parameter) {
            int known = parameters.indexOf(parameter);
            if (known < 0) {
                parameters.add(parameter);
                known = parameters.size() - 1;
            }
            return dialect.marker(known + 1);
        }
    }
}
