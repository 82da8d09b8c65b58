package io.fluxfabric.house.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import io.fluxfabric.house.Repository;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ArchitectureTest {

    private static JavaClasses product;

    @BeforeAll
    static void importOnce() {
        product = Modules.product();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rules")
    @DisplayName("the product keeps every rule")
    void ruleIsKept(ArchRule rule) {
        rule.check(product);
    }

    /** Empty modules are allowed, overlooked ones are not: a rule judges only what was imported. */
    @Test
    @DisplayName("every main source file of engine-api, engine-r2dbc and r2dbc-sqlite is judged")
    void nothingIsOverlooked() {
        List<String> missing = Repository.mainSources().stream()
                .filter(file -> Stream.of("engine-api", "engine-r2dbc", "r2dbc-sqlite")
                        .anyMatch(module -> file.startsWith(Repository.root().resolve(module))))
                .map(ArchitectureTest::className)
                .filter(name -> !product.contain(name))
                .toList();
        assertThat(missing).isEmpty();
    }

    private static String className(Path file) {
        String path = file.toString().replace('\\', '/');
        return path.substring(path.indexOf("/src/main/java/") + "/src/main/java/".length(), path.length() - 5)
                .replace('/', '.');
    }

    static Stream<Named<ArchRule>> rules() {
        return Rules.all().entrySet().stream().map(rule -> Named.of(rule.getKey(), rule.getValue()));
    }
}
