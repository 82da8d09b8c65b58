package io.fluxfabric.engine.state;

import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.limits.Characters;
import io.fluxfabric.engine.limits.TextRule;
import java.util.HashMap;
import java.util.Map;

/** Reads the stored texts of one enum back; kept by each enum as a constant. */
public final class Literals<E extends Literal> {
    private static final TextRule QUOTED = TextRule.optional(64, Characters.PRINTABLE);

    private final String field;
    private final Map<String, E> constants = new HashMap<>();

    public Literals(String field, E[] values) {
        this.field = field;
        for (E value : values) {
            constants.put(value.literal(), value);
        }
    }

    /** Refuses what is not known as {@code Corruption}: an unknown state is never taken for another. */
    public E parse(String literal) {
        E constant = constants.get(literal);
        if (constant == null) {
            throw ValidationException.corruption(field, "has the unknown value '" + QUOTED.fit(literal) + "'");
        }
        return constant;
    }
}
