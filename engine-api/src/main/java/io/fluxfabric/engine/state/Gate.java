package io.fluxfabric.engine.state;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** From which vectors a transition may start: for some dimensions, the values they may have. */
public record Gate(List<Condition> conditions) {

    /** The values that one dimension may have, in the order of their declaration. */
    public record Condition(Dimension dimension, Set<StateValue> allowed) {
        public Condition {
            allowed = Collections.unmodifiableSet(new LinkedHashSet<>(allowed));
        }

        boolean admits(StateVector vector) {
            return allowed.contains(dimension.of(vector));
        }
    }

    public Gate {
        conditions = List.copyOf(conditions);
    }

    /** Values of one dimension are alternatives; every dimension that is named must agree; one that is not, may be anything. */
    static Gate of(StateValue... values) {
        Map<Dimension, Set<StateValue>> allowed = new EnumMap<>(Dimension.class);
        for (StateValue value : values) {
            allowed.computeIfAbsent(value.dimension(), any -> new LinkedHashSet<>())
                    .add(value);
        }
        List<Condition> conditions = new ArrayList<>();
        allowed.forEach((dimension, alternatives) -> conditions.add(new Condition(dimension, alternatives)));
        return new Gate(conditions);
    }

    public boolean admits(StateVector vector) {
        return conditions.stream().allMatch(condition -> condition.admits(vector));
    }

    /** The values of a dimension with which a vector can pass. */
    List<StateValue> allowed(Dimension dimension) {
        for (Condition condition : conditions) {
            if (condition.dimension() == dimension) {
                return List.copyOf(condition.allowed());
            }
        }
        return dimension.domain();
    }
}
