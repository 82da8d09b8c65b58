package io.fluxfabric.engine.state;

import io.fluxfabric.engine.state.Assignment.Become;
import io.fluxfabric.engine.state.Assignment.Keep;
import io.fluxfabric.engine.state.Assignment.KeepOnly;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The transition table as pieces of SQL that every database understands.
 *
 * <p>All texts are constants of this package, so nothing needs binding. A column on the right of an assignment means its
 * value before the statement, as SQL has it.
 */
public final class StateSql {
    private static final Pattern ALIAS = Pattern.compile("[a-z_][a-z0-9_]*");

    private final String prefix;

    private StateSql(String prefix) {
        this.prefix = prefix;
    }

    /** Columns by their bare names. */
    public static StateSql plain() {
        return new StateSql("");
    }

    /** Columns behind the alias of a table; not those to the left of an assignment, which SQL wants bare. */
    public static StateSql of(String alias) {
        if (!ALIAS.matcher(alias).matches()) {
            throw new IllegalArgumentException("not an alias: " + alias);
        }
        return new StateSql(alias + ".");
    }

    /** A condition for {@code WHERE}: {@code lifecycle_phase = 'active' AND ownership_state = 'leased'}. */
    public String gate(Transition transition) {
        return transition.gate().conditions().stream()
                .map(condition -> isOneOf(condition.dimension(), condition.allowed()))
                .collect(Collectors.joining(" AND "));
    }

    /**
     * A list for {@code SET}, the public state included; columns that are kept are left out.
     *
     * <p>Empty for a transition that changes nothing.
     */
    public String assignments(Transition transition) {
        if (transition.target().keepsAll()) {
            return "";
        }
        List<String> set = new ArrayList<>();
        for (Assignment assignment : transition.target().assignments()) {
            if (!(assignment instanceof Keep)) {
                set.add(assignment.dimension().column() + " = " + after(assignment));
            }
        }
        set.add(PublicState.COLUMN + " = " + publicState(transition));
        return String.join(", ", set);
    }

    /**
     * A list for {@code SET} where an expression names the transition of each row, by the name of its constant; the last one is
     * taken for any other text.
     */
    public String assignments(String which, Transition... transitions) {
        List<String> set = new ArrayList<>();
        for (Dimension dimension : Dimension.values()) {
            String kept = prefix + dimension.column();
            String after = chosen(which, List.of(transitions), transition -> after(transition, dimension));
            if (!after.equals(kept)) {
                set.add(dimension.column() + " = " + after);
            }
        }
        set.add(PublicState.COLUMN + " = " + chosen(which, List.of(transitions), this::publicState));
        return String.join(", ", set);
    }

    private String after(Transition transition, Dimension dimension) {
        return transition.target().assignments().stream()
                .filter(assignment -> assignment.dimension() == dimension)
                .map(assignment -> assignment instanceof Keep ? prefix + dimension.column() : after(assignment))
                .findFirst()
                .orElseThrow();
    }

    private static String chosen(String which, List<Transition> transitions, Function<Transition, String> value) {
        int last = transitions.size() - 1;
        String otherwise = value.apply(transitions.get(last));
        String cases = transitions.subList(0, last).stream()
                .filter(transition -> !value.apply(transition).equals(otherwise))
                .map(transition -> " WHEN %s = '%s' THEN %s".formatted(which, transition, value.apply(transition)))
                .collect(Collectors.joining());
        return cases.isEmpty() ? otherwise : "CASE" + cases + " ELSE " + otherwise + " END";
    }

    /** The public state after a transition: a text, or an expression over what is kept. */
    public String publicState(Transition transition) {
        return publicState(
                transition.gate()::allowed,
                vector -> transition.target().after(vector).publicState());
    }

    /** The public state of a row as an expression over its other columns. */
    public String publicState() {
        return publicState(Dimension::domain, StateVector::publicState);
    }

    /** The columns of the state vector and of the public state, for {@code INSERT} and {@code SELECT}. */
    public String columns() {
        return Stream.concat(Stream.of(Dimension.values()).map(Dimension::column), Stream.of(PublicState.COLUMN))
                .map(prefix::concat)
                .collect(Collectors.joining(", "));
    }

    /** The texts of a vector and of its public state, in the order of {@link #columns()}. */
    public static String values(StateVector vector) {
        return Stream.concat(
                        Stream.of(Dimension.values()).map(dimension -> dimension.of(vector)),
                        Stream.of(vector.publicState()))
                .map(StateSql::quoted)
                .collect(Collectors.joining(", "));
    }

    /** A condition that a column holds one of the values of its dimension, for {@code CHECK}. */
    public String domain(Dimension dimension) {
        return isOneOf(dimension, dimension.domain());
    }

    /** A condition that the six columns together hold one of the consistent vectors. */
    public String consistent() {
        String columns = Stream.of(Dimension.values())
                .map(dimension -> prefix + dimension.column())
                .collect(Collectors.joining(", "));
        return consistentVectors().stream()
                .map(StateSql::tuple)
                .collect(Collectors.joining(", ", "(" + columns + ") IN (VALUES ", ")"));
    }

    private static List<StateVector> consistentVectors() {
        List<StateVector> vectors = List.of(StateVector.SUBMITTED);
        for (Dimension dimension : Dimension.values()) {
            vectors = vectors.stream()
                    .flatMap(vector -> dimension.domain().stream().map(vector::with))
                    .toList();
        }
        return vectors.stream().filter(StateVector::isConsistent).toList();
    }

    private static String tuple(StateVector vector) {
        return Stream.of(Dimension.values())
                .map(dimension -> quoted(dimension.of(vector)))
                .collect(Collectors.joining(", ", "(", ")"));
    }

    private String publicState(
            Function<Dimension, List<StateValue>> possible, Function<StateVector, PublicState> derived) {
        return new DecisionTree(possible, derived, this::isOneOf).sql(PublicState.DERIVED_FROM);
    }

    private String after(Assignment assignment) {
        if (assignment instanceof Become become) {
            return quoted(become.value());
        }
        KeepOnly keep = (KeepOnly) assignment;
        return "CASE WHEN %s THEN %s ELSE %s END"
                .formatted(
                        isOneOf(keep.dimension(), inOrder(keep)),
                        prefix + keep.dimension().column(),
                        quoted(keep.otherwise()));
    }

    private static List<StateValue> inOrder(KeepOnly keep) {
        return keep.dimension().domain().stream().filter(keep.kept()::contains).toList();
    }

    private String isOneOf(Dimension dimension, Collection<? extends StateValue> values) {
        String texts = values.stream().map(StateSql::quoted).collect(Collectors.joining(", "));
        String column = prefix + dimension.column();
        return values.size() == 1 ? column + " = " + texts : column + " IN (" + texts + ")";
    }

    /** No literal needs escaping: they are the names of enum constants. */
    static String quoted(Literal value) {
        return "'" + value.literal() + "'";
    }
}
