package io.fluxfabric.r2dbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fluxfabric.r2dbc.sqlite.SqliteConnectionConfiguration.JournalMode;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.IsolationLevel;
import io.r2dbc.spi.Option;
import io.r2dbc.spi.R2dbcTimeoutException;
import io.r2dbc.spi.TransactionDefinition;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

final class TransactionTest extends TempDatabase {
    private static final int BUSY = 5;
    private static final int READONLY = 8;

    @BeforeEach
    void createTable() {
        Sql.with(factory(), connection -> Sql.run(connection, "CREATE TABLE t (a)"))
                .blockLast(PATIENCE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"IMMEDIATE", "exclusive"})
    void anyDefinitionMayCarryTheMode(String mode) {
        Connection holder = open();

        await(holder.beginTransaction(definition(Map.of(SqliteTransactionDefinition.MODE, mode))));

        expectCode(impatient().beginTransaction(SqliteTransactionDefinition.IMMEDIATE), BUSY);
    }

    @Test
    void anUnknownModeOrIsolationLevelIsRefused() {
        Connection connection = open();

        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> connection.beginTransaction(definition(Map.of(SqliteTransactionDefinition.MODE, "x"))));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> connection.beginTransaction(
                        SqliteTransactionDefinition.DEFERRED.isolationLevel(IsolationLevel.valueOf("CHAOS"))));
    }

    @Test
    void aReadOnlyTransactionRefusesChangesUntilItEnds() {
        Connection connection = open();

        await(connection.beginTransaction(SqliteTransactionDefinition.DEFERRED.readOnly()));
        expectCode(Sql.run(connection, "INSERT INTO t VALUES (1)"), READONLY);
        await(connection.commitTransaction());

        await(Sql.run(connection, "INSERT INTO t VALUES (1)"));
    }

    @Test
    void aReadOnlyConnectionStaysReadOnlyAfterAReadOnlyTransaction() {
        Connection connection =
                open(SqliteConnectionFactory.from(configuration().readOnly(true).build()));

        await(connection.beginTransaction(SqliteTransactionDefinition.DEFERRED.readOnly()));
        await(connection.commitTransaction());

        expectCode(Sql.run(connection, "INSERT INTO t VALUES (1)"), READONLY);
    }

    @Test
    void aRefusedCommitLeavesTheTransactionOpenAndSaysSo() {
        SqliteConnectionFactory factory = SqliteConnectionFactory.from(configuration()
                .journalMode(JournalMode.DELETE)
                .busyTimeout(Duration.ZERO)
                .build());
        Connection writer = open(factory);
        Connection reader = open(factory);
        await(reader.beginTransaction());
        await(Sql.query(reader, Long.class, "SELECT count(*) FROM t").single());
        await(writer.beginTransaction(SqliteTransactionDefinition.IMMEDIATE));
        await(Sql.run(writer, "INSERT INTO t VALUES (1)"));

        expectCode(writer.commitTransaction(), BUSY);
        assertThat(writer.isAutoCommit()).isFalse();

        await(writer.rollbackTransaction());
        assertThat(writer.isAutoCommit()).isTrue();
        await(reader.commitTransaction());
        assertThat(count(writer)).isZero();
    }

    @Test
    void aTransactionThatSqliteRolledBackIsNotOpenAnyLonger() {
        Connection connection = open();
        await(connection.beginTransaction());
        await(Sql.run(connection, "INSERT INTO t VALUES (1)"));
        await(connection.setStatementTimeout(Duration.ofMillis(50)));

        Mono.from(Sql.run(connection, "INSERT INTO t " + Sql.ENDLESS))
                .as(StepVerifier::create)
                .expectError(R2dbcTimeoutException.class)
                .verify(PATIENCE);

        await(connection.setStatementTimeout(Duration.ZERO));
        assertThat(connection.isAutoCommit()).isTrue();
        assertThat(count(connection)).isZero();
    }

    @Test
    void savepointsNestAndRollBack() {
        Connection connection = open();

        await(connection.createSavepoint("outer \"one\""));
        await(Sql.run(connection, "INSERT INTO t VALUES (1)"));
        await(connection.createSavepoint("inner"));
        await(Sql.run(connection, "INSERT INTO t VALUES (2)"));
        await(connection.rollbackTransactionToSavepoint("inner"));
        await(connection.releaseSavepoint("outer \"one\""));
        assertThat(connection.isAutoCommit()).isFalse();
        await(connection.commitTransaction());

        assertThat(count(open())).isOne();
    }

    @Test
    void withoutAutoCommitStatementsOpenATransaction() {
        Connection connection = open();
        await(connection.setAutoCommit(false));

        await(Sql.run(connection, "INSERT INTO t VALUES (1)"));
        assertThat(count(open())).isZero();
        await(connection.rollbackTransaction());
        await(Sql.run(connection, "INSERT INTO t VALUES (2)"));
        await(connection.setAutoCommit(true));

        assertThat(count(open())).isOne();
        assertThat(connection.isAutoCommit()).isTrue();
    }

    @Test
    void aTransactionBegunBySqlIsNoticed() {
        Connection connection = open();

        await(Sql.run(connection, "BEGIN"));
        assertThat(connection.isAutoCommit()).isFalse();
        await(Sql.run(connection, "INSERT INTO t VALUES (1)"));
        await(connection.rollbackTransaction());

        assertThat(connection.isAutoCommit()).isTrue();
        assertThat(count(connection)).isZero();
    }

    @Test
    void aSecondBeginIsAnErrorAndLeavesTheFirstAlone() {
        Connection connection = open();
        await(connection.beginTransaction());

        expectCode(connection.beginTransaction(SqliteTransactionDefinition.DEFERRED.readOnly()), 1);

        await(Sql.run(connection, "INSERT INTO t VALUES (1)"));
        await(connection.commitTransaction());
        assertThat(count(connection)).isOne();
    }

    @Test
    void endingWhatWasNotBegunIsNothing() {
        Connection connection = open();

        await(connection.commitTransaction());
        await(connection.rollbackTransaction());
    }

    private static TransactionDefinition definition(Map<Option<?>, Object> attributes) {
        return new TransactionDefinition() {
            @Override
            public <T> @Nullable T getAttribute(Option<T> option) {
                return option.cast(attributes.get(option));
            }
        };
    }
}
