package io.fluxfabric.engine.state;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Turns a function of a state vector into the smallest nested {@code CASE} that asks one dimension after the other.
 *
 * <ol>
 *   <li>Try every possible value of the first dimension and write the rest of the tree for it.
 *   <li>Put the values together for which the rest is the same text.
 *   <li>If all of them are, the dimension does not matter: it is not asked.
 * </ol>
 */
final class DecisionTree {
    private final Function<Dimension, List<StateValue>> possible;
    private final Function<StateVector, PublicState> derived;
    private final BiFunction<Dimension, List<StateValue>, String> isOneOf;

    DecisionTree(
            Function<Dimension, List<StateValue>> possible,
            Function<StateVector, PublicState> derived,
            BiFunction<Dimension, List<StateValue>, String> isOneOf) {
        this.possible = possible;
        this.derived = derived;
        this.isOneOf = isOneOf;
    }

    /** The expression, asking these dimensions in their order; the function must depend on no other. */
    String sql(List<Dimension> dimensions) {
        return below(StateVector.SUBMITTED, dimensions);
    }

    private String below(StateVector vector, List<Dimension> open) {
        if (open.isEmpty()) {
            return StateSql.quoted(derived.apply(vector));
        }
        Dimension asked = open.get(0);
        Map<String, List<StateValue>> answers = new LinkedHashMap<>();
        for (StateValue value : possible.apply(asked)) {
            String answer = below(vector.with(value), open.subList(1, open.size()));
            answers.computeIfAbsent(answer, any -> new ArrayList<>()).add(value);
        }
        return answers.size() == 1 ? answers.keySet().iterator().next() : asking(asked, answers);
    }

    private String asking(Dimension asked, Map<String, List<StateValue>> answers) {
        // The groups exclude each other, so any order is right; the longest goes to ELSE, where it need not be listed.
        List<Map.Entry<String, List<StateValue>>> shortestFirst = new ArrayList<>(answers.entrySet());
        shortestFirst.sort(Comparator.comparingInt(answer -> answer.getValue().size()));
        String otherwise = shortestFirst.remove(shortestFirst.size() - 1).getKey();

        StringBuilder sql = new StringBuilder("CASE");
        for (Map.Entry<String, List<StateValue>> answer : shortestFirst) {
            sql.append(" WHEN ")
                    .append(isOneOf.apply(asked, answer.getValue()))
                    .append(" THEN ")
                    .append(answer.getKey());
        }
        return sql.append(" ELSE ").append(otherwise).append(" END").toString();
    }
}
