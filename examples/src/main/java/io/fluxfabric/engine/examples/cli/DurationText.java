package io.fluxfabric.engine.examples.cli;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/** A time as people type it: {@code 500ms}, {@code 2s}, {@code 5m}, {@code 1h}, or as ISO-8601 has it: {@code PT1M30S}. */
final class DurationText {

    private static final Pattern SHORT = Pattern.compile("(\\d{1,15})(ms|s|m|h)");

    private DurationText() {}

    static Duration parse(String text) {
        Matcher known = SHORT.matcher(text.toLowerCase(Locale.ROOT));
        try {
            return known.matches() ? of(Long.parseLong(known.group(1)), known.group(2)) : Duration.parse(text);
        } catch (DateTimeException | ArithmeticException e) {
            throw new TypeConversionException("'" + text + "' is no time such as 500ms, 2s, 5m or PT1M30S");
        }
    }

    private static Duration of(long amount, String unit) {
        return switch (unit) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            default -> Duration.ofHours(amount);
        };
    }
}
