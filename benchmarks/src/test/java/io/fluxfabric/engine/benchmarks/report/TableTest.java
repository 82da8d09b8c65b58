package io.fluxfabric.engine.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TableTest {

    @Test
    @DisplayName("words stand left, numbers right, and nothing trails")
    void alignment() {
        Table table = new Table("Title", "name", "value", "goal", "verdict")
                .line("a", "1,234", ">= 2.50", "missed")
                .line("longer", "5", "<= 10.0", "not measured");
        assertThat(table.toString()).isEqualTo("""
                Title
                  name    value     goal  verdict
                  a       1,234  >= 2.50  missed
                  longer      5  <= 10.0  not measured
                """);
    }

    @Test
    @DisplayName("a table without lines is empty, and a line of another width is refused")
    void lines() {
        Table table = new Table("Title", "one", "two");
        assertThat(table.isEmpty()).isTrue();
        assertThatIllegalArgumentException().isThrownBy(() -> table.line("only"));
        assertThat(table.line("a", "b").isEmpty()).isFalse();
    }

    @Test
    @DisplayName("numbers have as many digits as mean something")
    void numbers() {
        assertThat(Numbers.of(12345.6)).isEqualTo("12,346");
        assertThat(Numbers.of(12.34)).isEqualTo("12.3");
        assertThat(Numbers.of(1.236)).isEqualTo("1.24");
        assertThat(Numbers.of(Double.NaN)).isEqualTo("-");
    }
}
