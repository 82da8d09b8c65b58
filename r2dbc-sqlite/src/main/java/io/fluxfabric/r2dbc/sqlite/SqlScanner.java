package io.fluxfabric.r2dbc.sqlite;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Splits a text into statements and finds their parameters, by SQLite's rules for tokens. SQLite could answer the same,
 * but only with a blocking call, and bind markers must be known as soon as a value is bound.
 */
final class SqlScanner {
    private final String sql;
    private final List<SqlCommand> commands = new ArrayList<>();
    private @Nullable SqlCommandBuilder command;
    private int at;

    private SqlScanner(String sql) {
        this.sql = sql;
    }

    /** The statements of the text in their order; none for a text of space and comments. */
    static List<SqlCommand> scan(String sql) {
        return new SqlScanner(sql).scan();
    }

    private List<SqlCommand> scan() {
        while (at < sql.length()) {
            char next = sql.charAt(at);
            if (Character.isWhitespace(next)) {
                at++;
            } else if (lookingAt("--")) {
                at = after("\n", at);
            } else if (lookingAt("/*")) {
                at = after("*/", at + 2);
            } else {
                token(next);
            }
        }
        endCommand();
        return List.copyOf(commands);
    }

    private void token(char first) {
        int start = at;
        if (first == ';') {
            at++;
            if (command != null && command.semicolonEnds()) {
                endCommand();
            }
            return;
        }
        if (command == null) {
            command = new SqlCommandBuilder(sql, start);
        }
        at = endOfToken(first);
        command.token(start, at);
        if (isWordStart(first)) {
            command.word(sql.substring(start, at).toUpperCase(Locale.ROOT));
        } else if (first == '?' || (isNamePrefix(first) && at > start + 1)) {
            command.parameter(sql.substring(start, at));
        } else {
            command.symbol(first);
        }
    }

    private int endOfToken(char first) {
        return switch (first) {
            case '\'', '"', '`' -> endOfQuoted(first);
            case '[' -> after("]", at);
            case '?' -> endOfWord(at + 1);
            case ':', '@', '$' -> endOfName(at + 1);
            default -> isWordPart(first) ? endOfWord(at) : at + 1;
        };
    }

    /** A doubled quote stands for itself. */
    private int endOfQuoted(char quote) {
        int end = at + 1;
        while (end < sql.length()) {
            if (sql.charAt(end) != quote) {
                end++;
            } else if (end + 1 < sql.length() && sql.charAt(end + 1) == quote) {
                end += 2;
            } else {
                return end + 1;
            }
        }
        return end;
    }

    private int endOfWord(int from) {
        int end = from;
        while (end < sql.length() && isWordPart(sql.charAt(end))) {
            end++;
        }
        return end;
    }

    /** SQLite allows {@code ::} inside the name of a parameter. */
    private int endOfName(int from) {
        int end = endOfWord(from);
        while (end > from && sql.startsWith("::", end)) {
            end = endOfWord(end + 2);
        }
        return end;
    }

    private void endCommand() {
        if (command != null) {
            commands.add(command.build());
            command = null;
        }
    }

    private boolean lookingAt(String text) {
        return sql.startsWith(text, at);
    }

    private int after(String end, int from) {
        int found = sql.indexOf(end, from);
        return found < 0 ? sql.length() : found + end.length();
    }

    private static boolean isNamePrefix(char c) {
        return c == ':' || c == '@' || c == '$';
    }

    private static boolean isWordStart(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c > 0x7f;
    }

    private static boolean isWordPart(char c) {
        return isWordStart(c) || (c >= '0' && c <= '9') || c == '$';
    }
}
