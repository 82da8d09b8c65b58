package io.fluxfabric.r2dbc.sqlite;

import io.r2dbc.spi.ColumnMetadata;
import io.r2dbc.spi.Type;

/** A column by its label and its declared type. */
record SqliteColumnMetadata(String name, String declaredType, ColumnKind kind) implements ColumnMetadata {

    static SqliteColumnMetadata of(String name, String declaredType) {
        return new SqliteColumnMetadata(name, declaredType, ColumnKind.of(declaredType));
    }

    @Override
    public Type getType() {
        return kind.type();
    }

    @Override
    public Class<?> getJavaType() {
        return kind.javaType();
    }

    @Override
    public String getName() {
        return name;
    }

    /** The type as the table declares it, empty for an expression. */
    @Override
    public String getNativeTypeMetadata() {
        return declaredType;
    }
}
