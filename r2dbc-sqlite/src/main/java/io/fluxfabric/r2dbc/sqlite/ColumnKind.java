package io.fluxfabric.r2dbc.sqlite;

import io.r2dbc.spi.R2dbcType;
import io.r2dbc.spi.Type;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Locale;

/** What the declared type of a column promises, and the Java value a stored one becomes when no type is asked for. */
enum ColumnKind {
    INTEGER(R2dbcType.INTEGER, Integer.class) {
        @Override
        Object integer(long value) {
            return value == (int) value ? (Object) (int) value : (Object) value;
        }
    },
    BIGINT(R2dbcType.BIGINT, Long.class),
    BOOLEAN(R2dbcType.BOOLEAN, Boolean.class) {
        @Override
        Object integer(long value) {
            return value != 0;
        }
    },
    REAL(R2dbcType.DOUBLE, Double.class),
    DECIMAL(R2dbcType.DECIMAL, BigDecimal.class) {
        @Override
        Object integer(long value) {
            return BigDecimal.valueOf(value);
        }

        @Override
        Object real(double value) {
            return BigDecimal.valueOf(value);
        }
    },
    TEXT(R2dbcType.VARCHAR, String.class),
    BLOB(R2dbcType.BLOB, ByteBuffer.class),
    /** An expression, or a column declared without a type. */
    ANY(new AnyType(), Object.class);

    @SuppressWarnings("ImmutableEnumChecker") // R2DBC's types are constants; only their interface cannot say so.
    private final Type type;

    private final Class<?> javaType;

    ColumnKind(Type type, Class<?> javaType) {
        this.type = type;
        this.javaType = javaType;
    }

    Type type() {
        return type;
    }

    Class<?> javaType() {
        return javaType;
    }

    /**
     * SQLite columns may hold any kind of value, so what counts is the stored value; the declaration only refines it.
     */
    Object natural(Object stored) {
        if (stored instanceof Long value) {
            return integer(value);
        }
        if (stored instanceof Double value) {
            return real(value);
        }
        return stored instanceof byte[] bytes ? ByteBuffer.wrap(bytes.clone()) : stored;
    }

    Object integer(long value) {
        return value;
    }

    Object real(double value) {
        return value;
    }

    static ColumnKind of(String declaredType) {
        String declared = declaredType.toUpperCase(Locale.ROOT);
        if (declared.isEmpty() || declared.equals("ANY")) {
            return ANY;
        }
        if (declared.contains("BOOL")) {
            return BOOLEAN;
        }
        if (declared.contains("BIG") || declared.contains("INT8") || declared.contains("LONG")) {
            return BIGINT;
        }
        if (declared.contains("INT")) {
            return INTEGER;
        }
        if (declared.contains("BLOB") || declared.contains("BINARY") || declared.contains("BYTEA")) {
            return BLOB;
        }
        if (declared.contains("REAL") || declared.contains("FLOA") || declared.contains("DOUB")) {
            return REAL;
        }
        return declared.contains("DECIMAL") || declared.contains("NUMERIC") ? DECIMAL : TEXT;
    }

    private record AnyType() implements Type {
        @Override
        public Class<?> getJavaType() {
            return Object.class;
        }

        @Override
        public String getName() {
            return "ANY";
        }
    }
}
