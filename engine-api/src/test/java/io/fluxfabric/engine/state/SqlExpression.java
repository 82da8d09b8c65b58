package io.fluxfabric.engine.state;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Evaluates the little SQL that {@link StateSql} writes: texts, columns, CASE, =, IN, AND and lists of assignments. */
final class SqlExpression {
    private static final Pattern TOKEN = Pattern.compile("\\s*('[^']*'|[A-Za-z_.]+|[=(),])");

    private final Deque<String> tokens = new ArrayDeque<>();
    private final Function<String, String> columns;

    private SqlExpression(String sql, Function<String, String> columns) {
        this.columns = columns;
        Matcher matcher = TOKEN.matcher(sql);
        int end = 0;
        while (matcher.lookingAt()) {
            tokens.add(matcher.group(1));
            end = matcher.end();
            matcher.region(end, sql.length());
        }
        if (end != sql.length()) {
            throw new IllegalArgumentException("cannot read: " + sql.substring(end));
        }
    }

    static boolean condition(String sql, Function<String, String> columns) {
        SqlExpression expression = new SqlExpression(sql, columns);
        boolean result = expression.conjunction();
        expression.end();
        return result;
    }

    static String value(String sql, Function<String, String> columns) {
        SqlExpression expression = new SqlExpression(sql, columns);
        String result = expression.scalar();
        expression.end();
        return result;
    }

    static Map<String, String> assignments(String sql, Function<String, String> columns) {
        SqlExpression expression = new SqlExpression(sql, columns);
        Map<String, String> result = new LinkedHashMap<>();
        while (!expression.tokens.isEmpty()) {
            String column = expression.tokens.pop();
            expression.expect("=");
            result.put(column, expression.scalar());
            if (!expression.tokens.isEmpty()) {
                expression.expect(",");
            }
        }
        return result;
    }

    private boolean conjunction() {
        boolean result = comparison();
        while ("AND".equals(tokens.peek())) {
            tokens.pop();
            result &= comparison();
        }
        return result;
    }

    private boolean comparison() {
        String left = scalar();
        String operator = tokens.pop();
        if (operator.equals("=")) {
            return left.equals(scalar());
        }
        if (!operator.equals("IN")) {
            throw new IllegalArgumentException("unknown operator " + operator);
        }
        List<String> list = new ArrayList<>();
        expect("(");
        do {
            list.add(scalar());
        } while (tokens.pop().equals(","));
        return list.contains(left);
    }

    private String scalar() {
        String token = tokens.pop();
        if (token.equals("CASE")) {
            return choice();
        }
        return token.startsWith("'") ? token.substring(1, token.length() - 1) : columns.apply(token);
    }

    private String choice() {
        String chosen = null;
        while (tokens.peek().equals("WHEN")) {
            tokens.pop();
            boolean holds = conjunction();
            expect("THEN");
            String value = scalar();
            chosen = chosen == null && holds ? value : chosen;
        }
        expect("ELSE");
        String otherwise = scalar();
        expect("END");
        return chosen == null ? otherwise : chosen;
    }

    private void expect(String token) {
        String found = tokens.pop();
        if (!found.equals(token)) {
            throw new IllegalArgumentException("expected " + token + " but found " + found);
        }
    }

    private void end() {
        if (!tokens.isEmpty()) {
            throw new IllegalArgumentException("left over: " + tokens);
        }
    }
}
