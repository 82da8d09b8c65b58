package io.fluxfabric.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.error.ErrorClass;
import io.fluxfabric.engine.error.ErrorCode;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The page of errors says of every code what the code says of itself, and leaves none out. */
class ErrorPageTest {

    private static final String PAGE = Repository.read(Repository.root().resolve("docs/errors.md"));

    /** The first three cells of a row: code, class and exception. */
    private static List<List<String>> rows(String page) {
        return page.lines()
                .filter(line -> line.startsWith("| `"))
                .map(line -> Arrays.stream(line.split("\\|", -1))
                        .skip(1)
                        .limit(3)
                        .map(cell -> cell.strip().replace("`", ""))
                        .toList())
                .filter(cells -> Stream.of(ErrorClass.values())
                        .noneMatch(errorClass -> errorClass.name().equals(cells.get(0))))
                .toList();
    }

    private static List<List<String>> expected() {
        return Stream.of(ErrorCode.values())
                .map(code -> List.of(
                        code.text(), code.errorClass().name(), code.raisedAs().getSimpleName()))
                .toList();
    }

    @Test
    @DisplayName("docs/errors.md has one row for each code, with its class and its exception")
    void everyCode() {
        assertThat(rows(PAGE)).containsExactlyInAnyOrderElementsOf(expected());
    }

    @Test
    @DisplayName("docs/errors.md has a row for each class")
    void everyClass() {
        for (ErrorClass errorClass : ErrorClass.values()) {
            assertThat(PAGE).contains("| `" + errorClass.name() + "` |");
        }
    }

    @Test
    @DisplayName("a missing row, a wrong class and a second row are seen")
    void planted() {
        String row = "| `NotFound` | `TERMINAL` |";
        assertThat(PAGE).contains(row);
        for (String broken : List.of(
                PAGE.replace(row, "|"),
                PAGE.replace(row, "| `NotFound` | `RETRYABLE` |"),
                PAGE + "\n" + row + " `NotFoundException` |")) {
            assertThat(rows(broken)).doesNotContainSequence(expected()).isNotEqualTo(rows(PAGE));
        }
    }
}
