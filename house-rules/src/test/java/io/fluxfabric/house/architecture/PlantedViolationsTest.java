package io.fluxfabric.house.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Proves every rule: the very rule object that judges the product must report what is planted against it. */
class PlantedViolationsTest {

    private static JavaClasses planted;

    @BeforeAll
    static void importOnce() {
        planted = Modules.planted();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            no package cycles in the engine | Slice planted
            no package cycles in engine-r2dbc | Slice plantedtwin
            no package cycles in r2dbc-sqlite | Slice plantedtwin
            engine-api knows no R2DBC | ApiWithConnection
            R2DBC stays in the sql package and in row mappers | OperationWithStatement
            the doorway only names connections | PlantedDoorway
            the driver knows no engine | DriverWithEngine
            nobody blocks on a publisher | Blocker.blocks()
            nobody blocks on a publisher | Blocker.blocksByReference()
            nobody blocks on a publisher | Blocker.turnsIntoFuture()
            nobody blocks on a publisher | Blocker.turnsIntoIterable()
            nobody blocks on a publisher | Blocker.turnsIntoStream()
            the engine parks no thread | Blocker.sleeps()
            the engine parks no thread | Blocker.takes()
            the engine parks no thread | Blocker.joins()
            only named owners subscribe | Subscriber.subscribes()
            only named owners subscribe | Subscriber.subscribesInLambda()
            no clock but the database's | ClockReader.instant()
            no clock but the database's | ClockReader.localDateTime()
            no clock but the database's | ClockReader.millis()
            no clock but the database's | ClockReader.millisByReference()
            no clock but the database's | ClockReader.clock()
            no clock but the database's | ClockReader.date()
            statements are created in Session only | OperationWithStatement.statement(
            statements are created in Session only | OperationWithStatement.batch(
            """)
    void isReported(String rule, String violator) {
        assertThat(violationsOf(rule)).anyMatch(line -> line.contains(violator));
    }

    @Test
    @DisplayName("what the rules allow is not reported: owners, id minting, row mappers, measured durations")
    void allowedIsNotReported() {
        List<String> all = Rules.all().keySet().stream()
                .flatMap(rule -> violationsOf(rule).stream())
                .toList();
        assertThat(all).noneMatch(line -> line.contains("OwnedWork"));
        assertThat(all).noneMatch(line -> line.contains("MintClock"));
        assertThat(all).noneMatch(line -> line.contains("RowMapper"));
        assertThat(all).noneMatch(line -> line.contains("ClockReader.duration()"));
    }

    @Test
    @DisplayName("no rule is without a planted violation")
    void everyRuleCanFail() {
        Set<String> silent = new TreeSet<>();
        for (Map.Entry<String, ArchRule> rule : Rules.all().entrySet()) {
            if (!rule.getValue().evaluate(planted).hasViolation()) {
                silent.add(rule.getKey());
            }
        }
        assertThat(silent).isEmpty();
    }

    private List<String> violationsOf(String name) {
        ArchRule rule = Objects.requireNonNull(Rules.all().get(name), name);
        return rule.evaluate(planted).getFailureReport().getDetails();
    }
}
