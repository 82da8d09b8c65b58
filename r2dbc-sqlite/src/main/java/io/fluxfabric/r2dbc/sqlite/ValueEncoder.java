package io.fluxfabric.r2dbc.sqlite;

import io.r2dbc.spi.Blob;
import io.r2dbc.spi.Clob;
import io.r2dbc.spi.Parameter;
import io.r2dbc.spi.R2dbcType;
import io.r2dbc.spi.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Turns Java values into what SQLite stores: Long, Double, String, byte[] or null. Large objects are left to be read
 * later.
 */
final class ValueEncoder {
    private static final int LONG_BITS = 63;

    private static final Map<Class<?>, Function<Object, Object>> ENCODERS = Map.ofEntries(
            entry(Byte.class, Byte::longValue),
            entry(Short.class, Short::longValue),
            entry(Integer.class, Integer::longValue),
            entry(Long.class, value -> value),
            entry(BigInteger.class, ValueEncoder::bigInteger),
            entry(Float.class, Float::doubleValue),
            entry(Double.class, value -> value),
            entry(BigDecimal.class, BigDecimal::toPlainString),
            entry(Boolean.class, value -> value ? 1L : 0L),
            entry(Character.class, value -> text(value.toString())),
            entry(byte[].class, byte[]::clone),
            entry(LocalDate.class, LocalDate::toString),
            entry(LocalTime.class, IsoText::of),
            entry(LocalDateTime.class, IsoText::of),
            entry(Instant.class, IsoText::of),
            entry(OffsetDateTime.class, IsoText::of));

    private final SqliteConnectionConfiguration.UuidFormat uuidFormat;

    ValueEncoder(SqliteConnectionConfiguration.UuidFormat uuidFormat) {
        this.uuidFormat = uuidFormat;
    }

    /**
     * @throws IllegalArgumentException for a Java type that has no place in SQLite, and for text with a NUL character:
     *     SQLite stores it, but its functions and its shell stop reading there
     */
    @Nullable
    Object encode(Object value) {
        // What is bound most is asked for first; an Integer is as good as a Long to sqlite-jdbc.
        if (value instanceof Integer || value instanceof Long) {
            return value;
        }
        if (value instanceof CharSequence chars) {
            return text(chars.toString());
        }
        if (value instanceof Parameter parameter) {
            return parameter(parameter);
        }
        if (value instanceof UUID uuid) {
            return uuidFormat == SqliteConnectionConfiguration.UuidFormat.BLOB ? bytes(uuid) : uuid.toString();
        }
        if (value instanceof ByteBuffer buffer) {
            return bytes(buffer.duplicate());
        }
        if (value instanceof Blob || value instanceof Clob) {
            return value;
        }
        Function<Object, Object> encoder = ENCODERS.get(value.getClass());
        if (encoder == null) {
            throw unsupported(value.getClass());
        }
        return encoder.apply(value);
    }

    /** A null has no Java type to check it by, so the type that comes with it must be one that could be bound. */
    static void checkType(@Nullable Class<?> type) {
        if (type == null) {
            throw new IllegalArgumentException("A null needs the type it stands for");
        }
        boolean known = ENCODERS.containsKey(type)
                || CharSequence.class.isAssignableFrom(type)
                || ByteBuffer.class.isAssignableFrom(type)
                || type == UUID.class
                || type == Blob.class
                || type == Clob.class
                || type == Object.class
                || type.isPrimitive();
        if (!known) {
            throw unsupported(type);
        }
    }

    static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    /** Text must not contain NUL. */
    static String text(String text) {
        int nul = text.indexOf('\0');
        if (nul >= 0) {
            throw new IllegalArgumentException(
                    "Text has a NUL character at index " + nul + "; bind such content as byte[]");
        }
        return text;
    }

    private @Nullable Object parameter(Parameter parameter) {
        if (parameter instanceof Parameter.Out) {
            throw new IllegalArgumentException("SQLite has no OUT parameters");
        }
        Object value = parameter.getValue();
        if (value == null) {
            checkType(parameter.getType().getJavaType());
            return null;
        }
        if (value instanceof UUID uuid && isBinary(parameter.getType())) {
            return bytes(uuid);
        }
        if (value instanceof UUID uuid && isText(parameter.getType())) {
            return uuid.toString();
        }
        return encode(value);
    }

    private static boolean isBinary(Type type) {
        return type == R2dbcType.BINARY || type == R2dbcType.VARBINARY || type == R2dbcType.BLOB;
    }

    private static boolean isText(Type type) {
        return type == R2dbcType.CHAR || type == R2dbcType.VARCHAR || type == R2dbcType.CLOB;
    }

    private static byte[] bytes(UUID uuid) {
        return ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .array();
    }

    private static Object bigInteger(BigInteger value) {
        return value.bitLength() <= LONG_BITS ? (Object) value.longValue() : value.toString();
    }

    private static IllegalArgumentException unsupported(Class<?> type) {
        return new IllegalArgumentException("SQLite has no representation for " + type.getName());
    }

    private static <T> Map.Entry<Class<?>, Function<Object, Object>> entry(
            Class<T> type, Function<? super T, Object> encoder) {
        return Map.entry(type, value -> encoder.apply(type.cast(value)));
    }
}
