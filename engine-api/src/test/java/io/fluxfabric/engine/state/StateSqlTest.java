package io.fluxfabric.engine.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class StateSqlTest {
    private static final StateSql SQL = StateSql.plain();

    @Test
    @DisplayName("a gate is written as conditions on its columns")
    void gate() {
        assertThat(SQL.gate(Transition.COMPLETE))
                .isEqualTo("lifecycle_phase = 'active' AND ownership_state = 'leased'");
        assertThat(StateSql.of("e").gate(Transition.RECLAIM))
                .isEqualTo("e.lifecycle_phase = 'active'"
                        + " AND e.ownership_state IN ('lease_expired_reclaimable', 'lease_revoked')");
    }

    @Test
    @DisplayName("a target is written as assignments, the derived public state among them")
    void target() {
        assertThat(SQL.assignments(Transition.RETRY))
                .isEqualTo("lifecycle_phase = 'runnable', ownership_state = 'unowned',"
                        + " eligibility_state = 'not_eligible_until_time',"
                        + " blocking_reason = 'waiting_for_retry_backoff', terminal_outcome = 'none',"
                        + " attempt_state = 'pending_retry_attempt', public_state = 'delayed'");
    }

    @Test
    @DisplayName("a public state that depends on what is kept becomes a CASE over exactly that")
    void keptDimensions() {
        assertThat(StateSql.of("e").assignments(Transition.PROMOTE))
                .isEqualTo("eligibility_state = 'eligible_now', blocking_reason = 'waiting_for_worker', public_state ="
                        + " CASE WHEN e.attempt_state = 'attempt_interrupted' THEN 'resumable' ELSE 'waiting' END");
        assertThat(SQL.assignments(Transition.BLOCK_FOR_QUOTA)).endsWith("public_state = 'rate_limited'");
    }

    @Test
    @DisplayName("an attempt state that is kept only if nothing ever ran becomes a CASE")
    void conditionalTarget() {
        assertThat(StateSql.of("e").assignments(Transition.CANCEL))
                .contains("attempt_state = CASE WHEN e.attempt_state IN ('none', 'pending_first_attempt')"
                        + " THEN e.attempt_state ELSE 'attempt_terminal' END")
                .endsWith("public_state = 'cancelled'");
    }

    @Test
    @DisplayName("a transition that changes nothing assigns nothing")
    void nothing() {
        assertThat(SQL.assignments(Transition.RENEW)).isEmpty();
        assertThat(SQL.assignments(Transition.CHANGE_PRIORITY)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("the SQL gate admits exactly the vectors that the gate in Java admits")
    void gatesAgree(Transition transition) {
        String sql = StateSql.of("e").gate(transition);
        for (StateVector vector : Vectors.CONSISTENT) {
            assertThat(SqlExpression.condition(sql, row("e.", vector)))
                    .as("%s from %s", transition, vector)
                    .isEqualTo(transition.admits(vector));
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("the SQL assignments make the same vector and public state as Java does")
    void targetsAgree(Transition transition) {
        String sql = StateSql.of("e").assignments(transition);
        for (StateVector vector : Vectors.ALL) {
            if (transition.admits(vector)) {
                Map<String, String> set = SqlExpression.assignments(sql, row("e.", vector));
                StateVector expected = transition.apply(vector);
                for (Dimension dimension : Dimension.values()) {
                    String kept = dimension.of(vector).literal();
                    assertThat(set.getOrDefault(dimension.column(), kept))
                            .isEqualTo(dimension.of(expected).literal());
                }
                assertThat(set.getOrDefault("public_state", vector.publicState().literal()))
                        .as("%s from %s", transition, vector)
                        .isEqualTo(expected.publicState().literal());
            }
        }
    }

    @Test
    @DisplayName("where rows take different ways, what is the same for all of them is not asked")
    void severalTransitions() {
        assertThat(SQL.assignments("h_move", Transition.DELAY, Transition.RELEASE))
                .isEqualTo("lifecycle_phase = 'runnable', ownership_state = 'unowned',"
                        + " eligibility_state = CASE WHEN h_move = 'DELAY' THEN 'not_eligible_until_time'"
                        + " ELSE 'eligible_now' END,"
                        + " blocking_reason = CASE WHEN h_move = 'DELAY' THEN 'waiting_for_delay'"
                        + " ELSE 'waiting_for_worker' END,"
                        + " terminal_outcome = 'none', attempt_state = 'attempt_interrupted',"
                        + " public_state = CASE WHEN h_move = 'DELAY' THEN 'delayed' ELSE 'resumable' END");
    }

    @Test
    @DisplayName("the transition that a row names makes of it what it makes alone")
    void severalTransitionsAgree() {
        Transition[] all = {
            Transition.RETRY,
            Transition.RETRY_NOW,
            Transition.CANCEL,
            Transition.PROMOTE,
            Transition.RENEW,
            Transition.FAIL
        };
        String sql = StateSql.of("e").assignments("h_move", all);
        for (Transition transition : all) {
            for (StateVector vector : Vectors.CONSISTENT) {
                if (transition.admits(vector)) {
                    Function<String, String> columns = column -> column.equals("h_move")
                            ? transition.name()
                            : row("e.", vector).apply(column);
                    Map<String, String> set = SqlExpression.assignments(sql, columns);
                    for (Dimension dimension : Dimension.values()) {
                        assertThat(set.getOrDefault(
                                        dimension.column(), dimension.of(vector).literal()))
                                .as("%s from %s", transition, vector)
                                .isEqualTo(
                                        dimension.of(transition.apply(vector)).literal());
                    }
                    assertThat(set.get("public_state"))
                            .as("%s from %s", transition, vector)
                            .isEqualTo(transition.apply(vector).publicState().literal());
                }
            }
        }
    }

    @Test
    @DisplayName("the expression for the public state of a row is the derivation itself")
    void publicState() {
        for (StateVector vector : Vectors.ALL) {
            assertThat(SqlExpression.value(SQL.publicState(), row("", vector)))
                    .isEqualTo(vector.publicState().literal());
        }
    }

    @Test
    @DisplayName("the condition of consistency lists the consistent vectors, and no other")
    void consistent() {
        String condition = StateSql.of("e").consistent();

        assertThat(condition)
                .startsWith("(e.lifecycle_phase, e.ownership_state, e.eligibility_state, e.blocking_reason,"
                        + " e.terminal_outcome, e.attempt_state) IN (VALUES ('");
        String tuples = condition.substring(condition.indexOf("VALUES (") + 8, condition.length() - 2);
        assertThat(tuples.split("\\), \\(", -1))
                .containsExactlyInAnyOrderElementsOf(
                        Vectors.CONSISTENT.stream().map(StateSqlTest::sixValues).toList());
    }

    private static String sixValues(StateVector vector) {
        String values = StateSql.values(vector);
        return values.substring(0, values.lastIndexOf(','));
    }

    @Test
    @DisplayName("columns and values are listed in the same order")
    void insertion() {
        assertThat(SQL.columns())
                .isEqualTo("lifecycle_phase, ownership_state, eligibility_state, blocking_reason, terminal_outcome,"
                        + " attempt_state, public_state");
        assertThat(StateSql.values(Transition.CREATE.apply(StateVector.SUBMITTED)))
                .isEqualTo("'runnable', 'unowned', 'eligible_now', 'waiting_for_worker', 'none',"
                        + " 'pending_first_attempt', 'waiting'");
        assertThat(SQL.domain(Dimension.OWNERSHIP_STATE))
                .isEqualTo(
                        "ownership_state IN" + " ('unowned', 'leased', 'lease_expired_reclaimable', 'lease_revoked')");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "e; DROP", "E", "1e", "e.f"})
    @DisplayName("only a plain identifier is taken for an alias")
    void alias(String alias) {
        assertThatThrownBy(() -> StateSql.of(alias)).isInstanceOf(IllegalArgumentException.class);
    }

    private static Function<String, String> row(String prefix, StateVector vector) {
        return column -> Arrays.stream(Dimension.values())
                .filter(dimension -> column.equals(prefix + dimension.column()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown column " + column))
                .of(vector)
                .literal();
    }
}
