package io.fluxfabric.r2dbc.sqlite;

import io.r2dbc.spi.Blob;
import io.r2dbc.spi.Clob;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * Turns what SQLite stores (Long, Double, String, byte[]) into the Java type that is asked for, if nothing is lost by
 * it.
 */
final class ValueDecoder {
    private static final int UUID_BYTES = 16;
    private static final Map<Class<?>, Function<Object, Object>> DECODERS = new HashMap<>();

    static {
        decoder(Long.class, ValueDecoder::toLong);
        decoder(Integer.class, value -> Math.toIntExact(toLong(value)));
        decoder(Short.class, value -> toDecimal(value).shortValueExact());
        decoder(Byte.class, value -> toDecimal(value).byteValueExact());
        decoder(BigInteger.class, value -> toDecimal(value).toBigIntegerExact());
        decoder(BigDecimal.class, ValueDecoder::toDecimal);
        decoder(Double.class, ValueDecoder::toDouble);
        decoder(Float.class, value -> (float) toDouble(value));
        decoder(Number.class, value -> value instanceof Number number ? number : toDecimal(value));
        decoder(Boolean.class, ValueDecoder::toBoolean);
        decoder(String.class, ValueDecoder::toText);
        decoder(CharSequence.class, ValueDecoder::toText);
        decoder(Character.class, ValueDecoder::toCharacter);
        decoder(byte[].class, value -> toBytes(value).clone());
        decoder(ByteBuffer.class, value -> ByteBuffer.wrap(toBytes(value).clone()));
        decoder(
                Blob.class,
                value -> Blob.from(Mono.just(ByteBuffer.wrap(toBytes(value).clone()))));
        decoder(Clob.class, value -> Clob.from(Mono.just(toText(value))));
        decoder(UUID.class, ValueDecoder::toUuid);
        decoder(LocalDate.class, value -> IsoText.dateTime(text(value)).toLocalDate());
        decoder(LocalTime.class, value -> LocalTime.parse(text(value)));
        decoder(LocalDateTime.class, value -> IsoText.dateTime(text(value)));
        decoder(Instant.class, value -> IsoText.offsetDateTime(text(value)).toInstant());
        decoder(OffsetDateTime.class, value -> IsoText.offsetDateTime(text(value)));
        primitive(long.class, Long.class);
        primitive(int.class, Integer.class);
        primitive(short.class, Short.class);
        primitive(byte.class, Byte.class);
        primitive(double.class, Double.class);
        primitive(float.class, Float.class);
        primitive(boolean.class, Boolean.class);
        primitive(char.class, Character.class);
    }

    private ValueDecoder() {}

    /** @throws IllegalArgumentException naming the column and the types, never the value */
    @SuppressWarnings(
            "unchecked") // The map pairs each class with a decoder of that class, and primitives with their boxes.
    static <T> T decode(Object stored, Class<T> type, String column) {
        Function<Object, Object> decoder = DECODERS.get(type);
        if (decoder == null) {
            throw new IllegalArgumentException("Cannot read column " + column + " as " + type.getName());
        }
        try {
            return (T) decoder.apply(stored);
        } catch (ArithmeticException | IllegalArgumentException | DateTimeException | ClassCastException mismatch) {
            throw new IllegalArgumentException("Column " + column + " holds " + storageClass(stored)
                    + " that cannot be read as " + type.getName());
        }
    }

    private static String storageClass(Object stored) {
        if (stored instanceof Long) {
            return "an INTEGER";
        }
        if (stored instanceof Double) {
            return "a REAL";
        }
        return stored instanceof String ? "a TEXT" : "a BLOB";
    }

    private static long toLong(Object value) {
        return value instanceof Long exact ? exact : toDecimal(value).longValueExact();
    }

    private static BigDecimal toDecimal(Object value) {
        if (value instanceof Long exact) {
            return BigDecimal.valueOf(exact);
        }
        return value instanceof Double real ? BigDecimal.valueOf(real) : new BigDecimal(text(value));
    }

    private static double toDouble(Object value) {
        return value instanceof Number number ? number.doubleValue() : Double.parseDouble(text(value));
    }

    private static boolean toBoolean(Object value) {
        if (value instanceof Number number) {
            return number.doubleValue() != 0;
        }
        return switch (text(value)) {
            case "true", "TRUE", "t", "1" -> true;
            case "false", "FALSE", "f", "0" -> false;
            default -> throw new IllegalArgumentException();
        };
    }

    private static String toText(Object value) {
        return value instanceof Number number ? number.toString() : text(value);
    }

    private static char toCharacter(Object value) {
        String text = text(value);
        if (text.length() != 1) {
            throw new IllegalArgumentException();
        }
        return text.charAt(0);
    }

    private static byte[] toBytes(Object value) {
        return value instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : (byte[]) value;
    }

    private static UUID toUuid(Object value) {
        if (!(value instanceof byte[] bytes)) {
            return UUID.fromString(text(value));
        }
        if (bytes.length != UUID_BYTES) {
            throw new IllegalArgumentException();
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new UUID(buffer.getLong(), buffer.getLong());
    }

    private static String text(Object value) {
        return (String) value;
    }

    private static <T> void decoder(Class<T> type, Function<Object, T> decoder) {
        DECODERS.put(type, decoder::apply);
    }

    private static void primitive(Class<?> primitive, Class<?> box) {
        DECODERS.put(primitive, Objects.requireNonNull(DECODERS.get(box)));
    }
}
