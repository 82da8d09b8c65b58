package io.fluxfabric.engine.state;

import java.util.Locale;

/** A constant that is stored and sent as text: its name in lower snake case. */
public interface Literal {
    String name();

    /** The stored text. */
    default String literal() {
        return name().toLowerCase(Locale.ROOT);
    }
}
