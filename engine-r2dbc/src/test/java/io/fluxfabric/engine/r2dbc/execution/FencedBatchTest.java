package io.fluxfabric.engine.r2dbc.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.execution.Completed;
import io.fluxfabric.engine.execution.FailOutcome;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.IdMint;
import io.fluxfabric.engine.id.LeaseId;
import io.fluxfabric.engine.id.Namespace;
import io.fluxfabric.engine.id.PartitionCount;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.lease.Fence;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.limits.Limits;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.policy.Failure;
import io.fluxfabric.engine.policy.Retry;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.r2dbc.execution.CompleteExecutions.Completion;
import io.fluxfabric.engine.r2dbc.execution.FailExecutions.Failed;
import io.fluxfabric.engine.r2dbc.kit.Answer;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.sql.ContentionRetry;
import io.fluxfabric.engine.r2dbc.sql.Dialect;
import io.fluxfabric.engine.r2dbc.sql.Dialects;
import io.fluxfabric.engine.r2dbc.sql.EngineClock;
import io.fluxfabric.engine.r2dbc.sql.OwnedWork;
import io.fluxfabric.engine.r2dbc.sql.Renderer;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import io.fluxfabric.engine.r2dbc.sql.Tx;
import io.fluxfabric.engine.r2dbc.sql.connect.DatabaseUrl;
import io.fluxfabric.engine.r2dbc.sql.connect.PoolSettings;
import io.fluxfabric.engine.r2dbc.sql.connect.PooledConnections;
import io.fluxfabric.engine.r2dbc.sql.connect.SessionSettings;
import io.fluxfabric.engine.testdb.PostgresServer;
import io.fluxfabric.engine.testdb.SqliteFiles;
import io.fluxfabric.engine.testdb.TestDatabase;
import io.r2dbc.spi.ConnectionFactory;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Many requests of holders in one chain: what the coalescing of single calls will rely on. */
class FencedBatchTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Nested
    @DisplayName("on PostgreSQL")
    class OnPostgres extends Batches {
        OnPostgres() {
            super(Database.postgres());
        }
    }

    @Nested
    @DisplayName("on SQLite")
    class OnSqlite extends Batches {
        OnSqlite() {
            super(Database.sqlite());
        }
    }

    /** A database of this test's own, and how it goes away. */
    private record Database(String url, Runnable dispose) {

        static Database postgres() {
            TestDatabase database = PostgresServer.shared().freshDatabase();
            return new Database(database.r2dbcUrl(), database::drop);
        }

        static Database sqlite() {
            SqliteFiles files = SqliteFiles.create();
            return new Database(files.freshUrl(), files::close);
        }
    }

    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    abstract static class Batches {

        private final Database database;
        private final R2dbcEngine engine;
        private final PooledConnections connections;
        private final Kit kit;

        Batches(Database database) {
            this.database = database;
            engine = R2dbcEngine.open(database.url());
            await(engine.prepare());
            ConnectionFactory factory = DatabaseUrl.open(database.url());
            Dialect dialect = Dialects.of(factory);
            connections = PooledConnections.of(dialect, factory, PoolSettings.defaults(), SessionSettings.defaults());
            Renderer renderer = new Renderer(dialect, EngineClock.database());
            kit = new Kit(
                    new Tx(connections, renderer, new OwnedWork(), ContentionRetry.defaults()),
                    dialect.backend(),
                    Namespace.DEFAULT,
                    Limits.defaults(),
                    PartitionCount.DEFAULT,
                    new IdMint(PartitionCount.DEFAULT, () -> 0L),
                    Schedulers.parallel());
        }

        @AfterAll
        void close() {
            Mono.when(engine.close(), connections.close()).block(PATIENCE);
            database.dispose().run();
        }

        private static <T> T await(Mono<T> mono) {
            T value = mono.block(PATIENCE);
            assertThat(value).isNotNull();
            return value;
        }

        private Handle running(Submit submit) {
            ExecutionId id = await(engine.executions().submit(submit)).executionId();
            List<Claimed> claimed = await(engine.executions()
                    .claim(Claim.lane("mail").as(WorkerIdentity.of("w", "w-1")).max(1000))
                    .collectList());
            return claimed.stream()
                    .map(Claimed::handle)
                    .filter(handle -> handle.executionId().equals(id))
                    .findFirst()
                    .orElseThrow();
        }

        private Handle running() {
            return running(Submit.of("send").lane("mail"));
        }

        private static Handle forged(Handle handle) {
            Fence fence = handle.fence();
            return new Handle(
                    handle.backend(),
                    handle.kind(),
                    new Fence(
                            fence.executionId(),
                            fence.attemptIndex(),
                            fence.attemptId(),
                            new LeaseId(UUID.randomUUID()),
                            fence.epoch()),
                    handle.lane(),
                    handle.worker(),
                    handle.ttl());
        }

        private static Completion completion(Handle handle, String result) {
            return new Completion(handle, Payload.text(result));
        }

        private List<Object> complete(Completion... completions) {
            return told(await(new CompleteExecutions().run(kit, List.of(completions))));
        }

        private static <T> List<Object> told(List<Answer<T>> answers) {
            return answers.stream()
                    .map(answer -> answer.<Object>fold(value -> value, error -> error.code()))
                    .toList();
        }

        private String resultOf(Handle handle) {
            return await(engine.executions().result(handle.executionId())).asText();
        }

        @Test
        @DisplayName("a forged handle beside the real one is refused, and its result is not the one that is stored")
        void forgedBesideReal() {
            Handle handle = running();

            List<Object> answers = complete(
                    completion(forged(handle), "forged"),
                    completion(handle, "real"),
                    completion(forged(handle), "forged"));

            assertThat(answers.get(0)).isEqualTo(ErrorCode.STALE_LEASE);
            assertThat(answers.get(1)).isInstanceOf(Completed.class);
            assertThat(answers.get(2)).isEqualTo(ErrorCode.EXECUTION_NOT_ACTIVE);
            assertThat(resultOf(handle)).isEqualTo("real");
        }

        @Test
        @DisplayName("one handle that stands in a batch several times completes once, with the first result")
        void sameHandle() {
            Handle handle = running();

            List<Object> answers = complete(completion(handle, "1"), completion(handle, "2"), completion(handle, "3"));

            assertThat(answers).hasOnlyElementsOfType(Completed.class);
            assertThat(answers.get(1)).isEqualTo(answers.get(0));
            assertThat(answers.get(2)).isEqualTo(answers.get(0));
            assertThat(resultOf(handle)).isEqualTo("1");
        }

        @Test
        @DisplayName("a request that is invalid in itself fails alone")
        void invalidAmongValid() {
            Handle one = running();
            Handle other = running();

            List<Object> answers = told(await(new CompleteExecutions()
                    .run(
                            kit,
                            List.of(
                                    completion(one, "fine"),
                                    new Completion(other, Payload.bytes(new byte[(1 << 20) + 1])),
                                    completion(other, "fine")))));

            assertThat(answers.get(0)).isInstanceOf(Completed.class);
            assertThat(answers.get(1)).isEqualTo(ErrorCode.PAYLOAD_TOO_LARGE);
            assertThat(answers.get(2)).isInstanceOf(Completed.class);
        }

        @Test
        @DisplayName("nothing but invalid requests sends nothing; no requests get no answers")
        void nothingToSend() {
            Handle handle = running();

            assertThat(told(await(new CompleteExecutions()
                            .run(kit, List.of(new Completion(handle, Payload.bytes(new byte[(1 << 20) + 1])))))))
                    .containsExactly(ErrorCode.PAYLOAD_TOO_LARGE);
            assertThat(await(new CompleteExecutions().run(kit, List.of()))).isEmpty();
        }

        @Test
        @DisplayName("200 completions in one chain are answered in their order, each with its own result")
        void many() {
            Submit submit = Submit.of("send").lane("many");
            await(engine.executions()
                    .submitAll(Flux.range(0, 200).map(each -> submit))
                    .collectList());
            List<Handle> handles = await(engine.executions()
                    .claim(Claim.lane("many").as(WorkerIdentity.of("w", "w-1")).max(200))
                    .map(Claimed::handle)
                    .collectList());

            List<Object> answers = complete(IntStream.range(0, 200)
                    .mapToObj(place -> completion(handles.get(place), "result " + place))
                    .toArray(Completion[]::new));

            assertThat(answers)
                    .extracting(answer -> ((Completed) answer).executionId())
                    .isEqualTo(handles.stream().map(Handle::executionId).toList());
            assertThat(resultOf(handles.get(0))).isEqualTo("result 0");
            assertThat(resultOf(handles.get(199))).isEqualTo("result 199");
        }

        @Test
        @DisplayName("executions that share a UUID on two partitions are two executions")
        void sameUuid() {
            UUID uuid = UUID.randomUUID();
            Submit submit = Submit.of("send").lane("mail");
            Handle one = running(submit.executionId(ExecutionId.of(1, uuid)));
            Handle two = running(submit.executionId(ExecutionId.of(2, uuid)));

            complete(completion(one, "one"), completion(two, "two"));

            assertThat(resultOf(one)).isEqualTo("one");
            assertThat(resultOf(two)).isEqualTo("two");
        }

        @Test
        @DisplayName("failures of one batch go different ways, each by its own policy")
        void failures() {
            Submit submit = Submit.of("send").lane("mail");
            Handle later = running(submit.retry(Retry.fixed(Duration.ofHours(1))));
            Handle now = running(submit.retry(Retry.fixed(Duration.ZERO)));
            Handle never = running(submit);
            Handle cancelled = running(submit);
            Failure flaky = Failure.transientFailure("flaky");

            List<Object> answers = told(await(new FailExecutions()
                    .run(
                            kit,
                            List.of(
                                    new Failed(never, flaky),
                                    new Failed(forged(later), Failure.permanent("forged")),
                                    new Failed(later, flaky),
                                    new Failed(cancelled, Failure.cancelled("stop")),
                                    new Failed(now, flaky),
                                    new Failed(later, Failure.permanent("again"))))));

            Function<Object, String> kind = answer ->
                    answer instanceof FailOutcome outcome ? outcome.kind().name() : answer.toString();
            assertThat(answers)
                    .extracting(kind)
                    .containsExactly(
                            "TERMINAL_FAILED",
                            "STALE_LEASE",
                            "RETRY_SCHEDULED",
                            "TERMINAL_FAILED",
                            "RETRY_SCHEDULED",
                            "RETRY_SCHEDULED");
            assertThat(answers.get(5)).isEqualTo(answers.get(2));
            assertThat(List.of(never, later, cancelled, now))
                    .extracting(handle -> await(engine.executions().state(handle.executionId()))
                            .literal())
                    .containsExactly("failed", "delayed", "cancelled", "waiting");
            // Nobody else of this class is to meet it on the lane.
            await(engine.executions().complete(claimNext()));
        }

        private Handle claimNext() {
            return await(engine.executions()
                            .claim(Claim.lane("mail").as(WorkerIdentity.of("w", "w-1")))
                            .single())
                    .handle();
        }

        @Test
        @DisplayName("a renewal writes the two columns of the expiry and no other")
        void renewalColumns() {
            Handle handle = running();
            List<Long> before = columns(handle);

            await(engine.leases().renew(handle));

            List<Long> after = columns(handle);
            assertThat(after.subList(2, 6)).isEqualTo(before.subList(2, 6));
            assertThat(after.get(0)).isGreaterThanOrEqualTo(before.get(0));
            assertThat(after.get(1)).isGreaterThanOrEqualTo(before.get(1));
        }

        private List<Long> columns(Handle handle) {
            Sql sql = Sql.of("""
                    SELECT lease_expires_at_ms, lease_renewed_at_ms, lease_check_at_ms, version, last_mutation_at_ms,
                           last_transition_at_ms
                      FROM ff_exec_core
                     WHERE namespace = :namespace AND partition_key = :partition AND execution_id = :execution""");
            return await(kit.tx()
                    .read("test.columns", session -> session.one(sql, kit.binds(handle.executionId()), this::numbers)));
        }

        private List<Long> numbers(RowReader row) {
            return List.of(
                    row.number("lease_expires_at_ms"),
                    row.number("lease_renewed_at_ms"),
                    row.number("lease_check_at_ms"),
                    row.number("version"),
                    row.number("last_mutation_at_ms"),
                    row.number("last_transition_at_ms"));
        }
    }
}
