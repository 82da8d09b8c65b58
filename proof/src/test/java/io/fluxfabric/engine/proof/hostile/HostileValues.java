package io.fluxfabric.engine.proof.hostile;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Values that break what was not thought of. */
final class HostileValues {

    private static final List<String> TEXTS = List.of(
            "",
            " ",
            "'; DROP TABLE ff_exec_core; --",
            "\" OR 1=1 --",
            "$1 :namespace {NOW} {ROWS h(a text)} ?1",
            "%s%n%d",
            "nul\u0000inside",
            "\u0000",
            "line\nfeed\r\ttab",
            "lone \ud800 surrogate",
            "\udc00\ud800",
            "\u202eright to left\u202c",
            "\ufeff\u200b",
            "\u00e9 e\u0301 \ud83d\ude80",
            "../../../../etc/passwd",
            "..\\..\\windows",
            "%00%2e%2e%2f",
            "{fp:0}:00000000-0000-0000-0000-000000000000",
            "{fp:99999999999}:x",
            "ff:claim:{fp:1}:00000000-0000-7000-8000-000000000000:9999999999999:k:" + "0".repeat(64),
            "{\"a\":" + "[".repeat(2000),
            "null",
            "-1",
            "99999999999999999999999999",
            "a,b",
            "cairn.instance_id",
            "${jndi:ldap://127.0.0.1/x}",
            "x".repeat(300),
            "\u00e4".repeat(70_000));

    private static final List<Duration> DURATIONS = List.of(
            Duration.ZERO,
            Duration.ofNanos(1),
            Duration.ofMillis(-1),
            Duration.ofDays(-400_000),
            Duration.ofDays(400_000),
            Duration.ofSeconds(Long.MAX_VALUE),
            Duration.ofSeconds(Long.MIN_VALUE));

    private static final List<Instant> INSTANTS =
            List.of(Instant.MIN, Instant.MAX, Instant.EPOCH, Instant.EPOCH.minusMillis(1));

    private HostileValues() {}

    /** A text of ten mebibytes; there is one place for it, because it is slow to send it everywhere. */
    static String tenMebibytes() {
        return "x".repeat(10 << 20);
    }

    /** The hostile values of a type; none for a type that is made of others. */
    static List<Object> of(Class<?> type) {
        if (type == String.class) {
            return List.copyOf(TEXTS);
        }
        if (type == int.class) {
            return List.of(Integer.MIN_VALUE, -1, 0, 10_001, Integer.MAX_VALUE);
        }
        if (type == long.class) {
            return List.of(Long.MIN_VALUE, -1L, 0L, Long.MAX_VALUE);
        }
        if (type == double.class) {
            return List.of(Double.NaN, Double.POSITIVE_INFINITY, -1.0, Double.MIN_VALUE);
        }
        if (type == Duration.class) {
            return List.copyOf(DURATIONS);
        }
        if (type == Instant.class) {
            return List.copyOf(INSTANTS);
        }
        if (type == String[].class) {
            List<Object> arrays = new ArrayList<>();
            TEXTS.forEach(text -> arrays.add(new String[] {"fine", text}));
            return arrays;
        }
        if (type == byte[].class) {
            return List.of(new byte[0], new byte[] {1}, new byte[4096]);
        }
        if (type == Map.class) {
            List<Object> maps = new ArrayList<>();
            TEXTS.forEach(text -> maps.add(Map.of(text, "v")));
            TEXTS.forEach(text -> maps.add(Map.of("owner.name", text)));
            return maps;
        }
        return List.of();
    }

    /** A value of a plain type that nobody minds; {@code null} for any other type. */
    static Object harmless(Class<?> type) {
        if (type == String.class) {
            return "mail";
        }
        if (type == int.class) {
            return 1;
        }
        if (type == long.class) {
            return 1L;
        }
        if (type == double.class) {
            return 2.0;
        }
        if (type == boolean.class) {
            return true;
        }
        if (type == Duration.class) {
            return Duration.ofSeconds(5);
        }
        if (type == Instant.class) {
            return Instant.parse("2026-06-01T00:00:00Z");
        }
        if (type == String[].class) {
            return new String[] {"gpu"};
        }
        if (type == byte[].class) {
            return new byte[] {1, 2};
        }
        if (type == Map.class) {
            return Map.of("owner.name", "v");
        }
        return type.isEnum() ? type.getEnumConstants()[0] : null;
    }
}
