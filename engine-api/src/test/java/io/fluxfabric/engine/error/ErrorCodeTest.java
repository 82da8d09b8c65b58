package io.fluxfabric.engine.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ErrorCodeTest {

    @Test
    @DisplayName("no two codes share a text")
    void textsAreUnique() {
        assertThat(ErrorCode.values()).extracting(ErrorCode::text).doesNotHaveDuplicates();
    }

    @Test
    @DisplayName("no two families share an exception class, and no family extends another")
    void familiesAreDisjoint() {
        for (ErrorFamily family : ErrorFamily.values()) {
            assertThat(family.type().getSuperclass()).isEqualTo(EngineException.class);
        }
        assertThat(ErrorFamily.values()).extracting(ErrorFamily::type).doesNotHaveDuplicates();
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource
    @DisplayName("a code is raised as a concrete class of its own family, and of no other")
    void codesBelongToOneFamilyClass(ErrorCode code) {
        assertThat(code.raisedAs()).isAssignableTo(code.family().type());
        assertThat(Modifier.isAbstract(code.raisedAs().getModifiers())).isFalse();
        assertThat(ErrorFamily.values())
                .filteredOn(family -> family.type().isAssignableFrom(code.raisedAs()))
                .containsExactly(code.family());
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource
    @DisplayName("a text is the code in upper camel case, so that one can be found from the other")
    void textsFollowTheNames(ErrorCode code) {
        assertThat(code.text()
                        .replaceAll("(?<=[a-z])(?=[A-Z])|(?<=A)(?=R)", "_")
                        .toUpperCase(java.util.Locale.ROOT))
                .isEqualTo(code.name());
    }

    @Test
    @DisplayName("every concrete exception class carries at least one code")
    void everyExceptionClassHasACode() {
        Set<Class<?>> raised = new HashSet<>();
        for (ErrorCode code : ErrorCode.values()) {
            raised.add(code.raisedAs());
        }
        assertThat(raised).containsExactlyInAnyOrderElementsOf(concreteBelow(EngineException.class));
    }

    private static Set<Class<?>> concreteBelow(Class<?> type) {
        Set<Class<?>> found = new HashSet<>();
        if (!Modifier.isAbstract(type.getModifiers())) {
            found.add(type);
        }
        if (type.isSealed()) {
            Arrays.stream(type.getPermittedSubclasses()).forEach(below -> found.addAll(concreteBelow(below)));
        }
        return found;
    }
}
