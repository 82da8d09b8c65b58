package io.fluxfabric.r2dbc.sqlite;

import io.fluxfabric.r2dbc.sqlite.SqlCommand.Kind;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Gathers what the tokens of one statement say about it. */
final class SqlCommandBuilder {
    private static final Set<String> READS = Set.of("SELECT", "VALUES", "EXPLAIN");
    private static final Set<String> WRITES = Set.of("INSERT", "REPLACE", "UPDATE", "DELETE");
    private static final Set<String> SCHEMA = Set.of("CREATE", "ALTER", "DROP", "REINDEX", "ANALYZE");
    private static final Set<String> TRANSACTION = Set.of("BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE");
    private static final Set<String> BEFORE_TRIGGER = Set.of("CREATE", "TEMP", "TEMPORARY");
    /** The limit on parameter numbers in the SQLite of sqlite-jdbc, which reports a higher one itself. */
    private static final int HIGHEST_NUMBER = 250_000;

    /** Where we are in a trigger, whose body has semicolons of its own and ends with {@code ; END ;}. */
    private enum Trigger {
        NONE,
        POSSIBLE,
        BODY,
        AFTER_SEMICOLON,
        AFTER_END
    }

    private final String sql;
    private final int start;
    private final BitSet parameters = new BitSet();
    private final Map<String, Integer> names = new HashMap<>();
    private int end;
    private int depth;
    private int parameterCount;
    private Kind kind = Kind.SETTING;
    private boolean first = true;
    private boolean with;
    private boolean returning;
    private Trigger trigger = Trigger.NONE;

    SqlCommandBuilder(String sql, int start) {
        this.sql = sql;
        this.start = start;
    }

    void token(int from, int to) {
        end = to;
        if (trigger == Trigger.AFTER_END || (trigger == Trigger.AFTER_SEMICOLON && !isEnd(from, to))) {
            trigger = Trigger.BODY;
        }
    }

    void word(String word) {
        if (first) {
            first = false;
            kind = kindOf(word);
            with = word.equals("WITH");
            trigger = word.equals("CREATE") ? Trigger.POSSIBLE : Trigger.NONE;
        } else if (trigger == Trigger.POSSIBLE && !BEFORE_TRIGGER.contains(word)) {
            trigger = word.equals("TRIGGER") ? Trigger.BODY : Trigger.NONE;
        } else if (trigger == Trigger.AFTER_SEMICOLON) {
            trigger = Trigger.AFTER_END;
        } else if (with && depth == 0 && WRITES.contains(word)) {
            kind = Kind.WRITE;
        }
        returning |= depth == 0 && word.equals("RETURNING");
    }

    void symbol(char symbol) {
        first = false;
        if (symbol == '(') {
            depth++;
        } else if (symbol == ')') {
            depth--;
        }
    }

    /** Numbers a parameter as SQLite does: one more than the highest so far, unless it has a number or a known name. */
    void parameter(String token) {
        first = false;
        if (token.equals("?")) {
            use(parameterCount + 1);
        } else if (token.charAt(0) == '?') {
            numbered(token);
        } else {
            named(token);
        }
    }

    boolean semicolonEnds() {
        if (trigger == Trigger.NONE || trigger == Trigger.POSSIBLE || trigger == Trigger.AFTER_END) {
            return true;
        }
        trigger = Trigger.AFTER_SEMICOLON;
        return false;
    }

    SqlCommand build() {
        return new SqlCommand(
                sql.substring(start, end), kind, returning, parameterCount, parameters, Map.copyOf(names));
    }

    private boolean isEnd(int from, int to) {
        return to - from == 3 && sql.regionMatches(true, from, "END", 0, 3);
    }

    private void numbered(String token) {
        String digits = token.substring(1);
        if (!digits.chars().allMatch(Character::isDigit) || digits.length() > 6) {
            return;
        }
        int number = Integer.parseInt(digits);
        if (number >= 1 && number <= HIGHEST_NUMBER) {
            use(number);
            names.put(token, number - 1);
            names.putIfAbsent(digits, number - 1);
        }
    }

    private void named(String token) {
        if (!names.containsKey(token)) {
            use(parameterCount + 1);
            names.put(token, parameterCount - 1);
            names.putIfAbsent(token.substring(1), parameterCount - 1);
        }
    }

    private void use(int number) {
        parameterCount = Math.max(parameterCount, number);
        parameters.set(number - 1);
    }

    private static Kind kindOf(String word) {
        if (READS.contains(word) || word.equals("WITH")) {
            return Kind.READ;
        }
        if (WRITES.contains(word)) {
            return Kind.WRITE;
        }
        if (SCHEMA.contains(word)) {
            return Kind.SCHEMA;
        }
        return TRANSACTION.contains(word) ? Kind.TRANSACTION : Kind.SETTING;
    }
}
