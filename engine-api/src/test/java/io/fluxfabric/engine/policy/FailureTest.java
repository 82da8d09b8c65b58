package io.fluxfabric.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.limits.Limit;
import io.fluxfabric.engine.limits.Limits;
import io.fluxfabric.engine.payload.Payload;
import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class FailureTest {

    @Test
    @DisplayName("a failure made of an exception tells its type and message")
    void ofException() {
        Failure failure = Failure.transientFailure(new IOException("connection reset"));

        assertThat(failure.message()).isEqualTo("java.io.IOException: connection reset");
        assertThat(failure.failureClass()).isEqualTo(FailureClass.TRANSIENT);
        assertThat(failure.category()).isEqualTo("transient");
        assertThat(Failure.permanent(new IOException()).message()).isEqualTo("java.io.IOException");
    }

    @Test
    @DisplayName("a message nobody chose is cut and cleaned, so that every engine accepts it")
    void cut() {
        Failure failure = Failure.permanent(new IOException("\u0000\uD800" + "€".repeat(10_000)));
        Limits strictest = Limits.defaults().with(Limit.FAILURE_MESSAGE_BYTES, Limit.FAILURE_MESSAGE_BYTES.floor());

        assertThat(failure.message()).startsWith("java.io.IOException: ??€€");
        assertThatCode(() -> strictest.checkFailureMessage(failure.message())).doesNotThrowAnyException();
    }

    @Test
    @DisplayName("a message that somebody chose is refused and not changed")
    void chosen() {
        assertThatThrownBy(() -> Failure.permanent("bad\u0000"))
                .isInstanceOf(ValidationException.class)
                .hasMessage("failure.message must not contain NUL, but has U+0000 at index 3");
    }

    @Test
    @DisplayName("category and detail can be told apart from the rest")
    void withers() {
        Failure failure = Failure.timeout("slow").withCategory("smtp").withDetail(Payload.text("trace"));

        assertThat(failure).isEqualTo(new Failure(FailureClass.TIMEOUT, "smtp", "slow", Payload.text("trace")));
        assertThat(Failure.infraCrash("gone").detail()).isEqualTo(Payload.none());
        assertThat(failure.withCategory("c".repeat(128)).category()).hasSize(128);
        assertThatThrownBy(() -> failure.withCategory("c".repeat(129)))
                .hasMessage("failure.category may have at most 128 bytes, but has 129");
        assertThatThrownBy(() -> failure.withCategory("")).isInstanceOf(ValidationException.class);
    }

    @Test
    @DisplayName("the class of a failure is stored by its name")
    void literals() {
        assertThat(FailureClass.parse("infra_crash")).isEqualTo(FailureClass.INFRA_CRASH);
        assertThatThrownBy(() -> FailureClass.parse("flaky")).hasMessageStartingWith("failure_class");
    }
}
