package io.fluxfabric.engine.r2dbc.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fluxfabric.engine.error.NotFoundException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.test.StepVerifier;

class AnswerTest {

    private final NotFoundException missing = NotFoundException.execution("x");

    private static String told(Answer<String> answer) {
        return answer.fold(value -> value, Throwable::getMessage);
    }

    @Test
    @DisplayName("answers that were not known yet are filled in their order, the others stay")
    void fill() {
        List<Answer<String>> filled = Answer.fill(
                List.of(Answer.none(), Answer.of("b"), Answer.failed(missing), Answer.none()),
                List.of(Answer.of("a"), Answer.of("d")));

        assertThat(filled).extracting(AnswerTest::told).containsExactly("a", "b", missing.getMessage(), "d");
    }

    @Test
    @DisplayName("a value and an error become signals")
    void signals() {
        Answer.of("a")
                .asMono()
                .as(StepVerifier::create)
                .expectNext("a")
                .expectComplete()
                .verify(Duration.ofSeconds(5));
        Answer.failed(missing)
                .asMono()
                .as(StepVerifier::create)
                .expectErrorMatches(error -> error == missing)
                .verify(Duration.ofSeconds(5));
    }

    @Test
    @DisplayName("what is not known yet cannot be told")
    void unknown() {
        assertThat(Answer.none().isNone()).isTrue();
        assertThat(Answer.of("a").isNone()).isFalse();
        assertThatThrownBy(() -> told(Answer.none())).hasMessageContaining("not known yet");
    }
}
