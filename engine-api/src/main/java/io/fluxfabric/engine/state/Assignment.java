package io.fluxfabric.engine.state;

import java.util.Set;

/** What a transition makes of one dimension. */
public sealed interface Assignment {

    Dimension dimension();

    /** The new value, given the old one. */
    StateValue after(StateValue before);

    /** The dimension gets a value, whatever it had. */
    record Become(Dimension dimension, StateValue value) implements Assignment {
        @Override
        public StateValue after(StateValue before) {
            return value;
        }
    }

    /** The dimension keeps its value, whatever it is. */
    record Keep(Dimension dimension) implements Assignment {
        @Override
        public StateValue after(StateValue before) {
            return before;
        }
    }

    /** The dimension keeps some values and gets another in place of all others. */
    record KeepOnly(Dimension dimension, Set<StateValue> kept, StateValue otherwise) implements Assignment {
        public KeepOnly {
            kept = Set.copyOf(kept);
        }

        @Override
        public StateValue after(StateValue before) {
            return kept.contains(before) ? before : otherwise;
        }
    }
}
