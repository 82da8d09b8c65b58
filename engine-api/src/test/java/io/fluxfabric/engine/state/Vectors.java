package io.fluxfabric.engine.state;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** All vectors there can be, the consistent ones, and those that the transitions lead to. */
final class Vectors {
    static final List<StateVector> ALL = all();
    static final List<StateVector> CONSISTENT =
            ALL.stream().filter(StateVector::isConsistent).toList();

    private Vectors() {}

    private static List<StateVector> all() {
        List<StateVector> vectors = List.of(StateVector.SUBMITTED);
        for (Dimension dimension : Dimension.values()) {
            List<StateVector> more = new ArrayList<>();
            for (StateVector vector : vectors) {
                dimension.domain().forEach(value -> more.add(vector.with(value)));
            }
            vectors = more;
        }
        return List.copyOf(vectors);
    }

    static Set<StateVector> reachable() {
        Set<StateVector> found = new LinkedHashSet<>();
        Deque<StateVector> open = new ArrayDeque<>(List.of(StateVector.SUBMITTED));
        while (!open.isEmpty()) {
            StateVector vector = open.pop();
            for (Transition transition : Transition.values()) {
                if (transition.admits(vector) && found.add(transition.apply(vector))) {
                    open.push(transition.apply(vector));
                }
            }
        }
        return found;
    }
}
