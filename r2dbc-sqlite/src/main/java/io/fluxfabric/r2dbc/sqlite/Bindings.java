package io.fluxfabric.r2dbc.sqlite;

import io.r2dbc.spi.Blob;
import io.r2dbc.spi.Clob;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** The values bound to the parameters of a command, one set for each time it is to run. */
final class Bindings {
    private static final Object UNBOUND = new Object();

    private final SqlCommand command;
    private final ValueEncoder encoder;
    private final List<@Nullable Object[]> complete = new ArrayList<>();
    private @Nullable Object[] current;
    private boolean largeObjects;

    Bindings(SqlCommand command, ValueEncoder encoder) {
        this.command = command;
        this.encoder = encoder;
        this.current = unbound();
    }

    void bind(int index, @Nullable Object value) {
        set(checked(index), value);
    }

    void bind(@Nullable String name, @Nullable Object value) {
        set(index(name), value);
    }

    void bindNull(int index, @Nullable Class<?> type) {
        ValueEncoder.checkType(type);
        current[checked(index)] = null;
    }

    void bindNull(@Nullable String name, @Nullable Class<?> type) {
        int index = index(name);
        ValueEncoder.checkType(type);
        current[index] = null;
    }

    void add() {
        requireComplete();
        complete.add(current);
        current = unbound();
    }

    /** All sets, the one in the making included. */
    List<@Nullable Object[]> complete() {
        requireComplete();
        List<@Nullable Object[]> sets = new ArrayList<>(complete);
        sets.add(current.clone());
        return sets;
    }

    boolean hasLargeObjects() {
        return largeObjects;
    }

    private void set(int index, @Nullable Object value) {
        if (value == null) {
            throw new IllegalArgumentException("A value must not be null; use bindNull, which says of what type");
        }
        Object encoded = encoder.encode(value);
        largeObjects |= encoded instanceof Blob || encoded instanceof Clob;
        current[index] = encoded;
    }

    private void requireComplete() {
        for (int index = 0; index < current.length; index++) {
            if (current[index] == UNBOUND) {
                throw new IllegalStateException("Parameter " + index + " has no value [SQL: " + command.text() + "]");
            }
        }
    }

    private int checked(int index) {
        if (index < 0 || !command.parameters().get(index)) {
            throw new IndexOutOfBoundsException("There is no parameter " + index + "; the statement has "
                    + command.parameters().cardinality() + ", counted from 0 [SQL: " + command.text() + "]");
        }
        return index;
    }

    private int index(@Nullable String name) {
        if (name == null) {
            throw new IllegalArgumentException("The name of a parameter must not be null");
        }
        Integer index = command.names().get(name);
        if (index == null) {
            throw new NoSuchElementException("There is no parameter named " + name + " [SQL: " + command.text() + "]");
        }
        return index;
    }

    private @Nullable Object[] unbound() {
        @Nullable Object[] values = new @Nullable Object[command.parameterCount()];
        // A gap between numbered parameters takes no value, and stays null.
        for (int index = command.parameters().nextSetBit(0); index >= 0; ) {
            values[index] = UNBOUND;
            index = command.parameters().nextSetBit(index + 1);
        }
        return values;
    }
}
