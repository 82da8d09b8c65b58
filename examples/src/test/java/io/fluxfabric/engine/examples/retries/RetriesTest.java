package io.fluxfabric.engine.examples.retries;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.examples.BothDatabases;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RetriesTest {

    @ParameterizedTest
    @EnumSource
    @DisplayName("a busy mailbox is tried three times, and an unknown address once")
    void runs(BothDatabases database) {
        assertThat(database.told(Retries::run))
                .containsSubsequence(
                        "send-mail failed (java.lang.IllegalStateException: the mailbox is busy), again as attempt 1",
                        "send-mail failed (java.lang.IllegalStateException: the mailbox is busy), again as attempt 2",
                        "send-mail started, attempt 2",
                        "send-mail completed",
                        "worker is gone")
                .filteredOn(line -> line.endsWith("for good"))
                .singleElement()
                .asString()
                .contains("NoSuchAddressException: nobody@example.org");
    }
}
