package io.fluxfabric.engine.r2dbc.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.audit.Violation;
import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.r2dbc.RawSql;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/**
 * Every invariant is broken once, past the engine, and is then the one that is reported.
 *
 * <p>There are four executions: one that waits, one that is delayed, one that runs, and one that has completed. A plant changes
 * one of them, by its kind.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class AuditContract {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final List<String> TABLES = List.of(
            "ff_exec_core",
            "ff_attempt",
            "ff_execution_tag",
            "ff_idempotency",
            "ff_claim_grant",
            "ff_lane_count",
            "ff_lane_count_change",
            "ff_completion_event",
            "ff_lease_event",
            "ff_operator_event",
            "ff_route",
            "ff_execution_capabilities",
            "ff_lane_registry");

    private static final Map<String, List<String>> PLANTS = plants();

    private final String url;
    private final R2dbcEngine engine;
    private final Map<String, ExecutionId> ids = new LinkedHashMap<>();

    AuditContract(String url) {
        this.url = url;
        this.engine = R2dbcEngine.open(url);
        engine.prepare().block(PATIENCE);
    }

    /** Lets rows in that a CHECK of the schema would refuse, now or for the connection. */
    abstract List<String> withoutChecks(String url);

    private static String change(String kind, String set) {
        return "UPDATE ff_exec_core SET " + set + " WHERE execution_kind = '" + kind + "'";
    }

    private static Map<String, List<String>> plants() {
        Map<String, List<String>> plants = new LinkedHashMap<>();
        plants.put("state-vector-consistent", List.of(change("waiting", "blocking_reason = 'waiting_for_budget'")));
        plants.put("public-state-derived", List.of(change("waiting", "public_state = 'resumable'"), """
                UPDATE ff_lane_count_change SET public_state = 'resumable' WHERE public_state = 'waiting'"""));
        plants.put("terminal-has-time", List.of(change("completed", "terminal_at_ms = NULL")));
        plants.put("delay-has-time", List.of(change("delayed", "delay_until_ms = NULL")));
        plants.put("leased-has-lease", List.of(change("running", "lease_expires_at_ms = NULL")));
        plants.put("unleased-has-no-lease", List.of(change("completed", "lease_check_at_ms = 1")));
        plants.put("retries-within-cap", List.of(change("completed", "retry_count = 4")));
        plants.put("reclaims-within-cap", List.of(change("completed", "lease_reclaim_count = max_reclaim_count + 1")));
        plants.put("replays-within-cap", List.of(change("waiting", "max_replay_count = -1")));
        plants.put(
                "attempts-dense", List.of(change("completed", "total_attempt_count = 2, current_attempt_index = 1")));
        plants.put("current-attempt-is-last", List.of(change("completed", "current_attempt_index = NULL")));
        plants.put("current-attempt-is-stored", List.of(change("completed", "current_attempt_id = execution_id")));
        plants.put("open-attempts-fit-state", List.of("""
                UPDATE ff_attempt SET lifecycle = 'suspended' WHERE outcome = 'success'"""));
        plants.put("lease-copied-to-attempt", List.of("UPDATE ff_attempt SET worker_id = 'x' WHERE outcome IS NULL"));
        plants.put("epoch-not-behind", List.of(change("completed", "lease_epoch = 0")));
        plants.put(
                "epoch-unique",
                List.of("""
                INSERT INTO ff_attempt (partition_key, execution_id, attempt_index, attempt_id, attempt_type, lifecycle, lease_id,
                       lease_kind, lease_epoch, worker_id, worker_instance_id, started_at_ms)
                SELECT partition_key, execution_id, 1, attempt_id, 'retry', 'ended_failure', lease_id, lease_kind,
                       lease_epoch, worker_id, worker_instance_id, started_at_ms FROM ff_attempt WHERE outcome = 'success'""", change("completed", "total_attempt_count = 2, current_attempt_index = 1")));
        plants.put("one-completion-per-end", List.of("""
                INSERT INTO ff_completion_event (partition_key, execution_id, namespace, lane_id, execution_kind, outcome,
                       lease_epoch, occurred_at_ms)
                SELECT partition_key, execution_id, namespace, lane_id, execution_kind, outcome, lease_epoch, occurred_at_ms
                  FROM ff_completion_event"""));
        plants.put("completion-tells-outcome", List.of("UPDATE ff_completion_event SET outcome = 'failed'"));
        plants.put("one-holder-per-epoch", List.of("""
                INSERT INTO ff_lease_event (partition_key, execution_id, namespace, event_type, attempt_index, lease_epoch,
                       occurred_at_ms)
                SELECT partition_key, execution_id, namespace, 'reclaimed', attempt_index, lease_epoch, occurred_at_ms
                  FROM ff_lease_event WHERE event_type = 'released'"""));
        plants.put("completion-event-in-own-namespace", List.of("UPDATE ff_completion_event SET namespace = 'x'"));
        plants.put(
                "lease-event-in-own-namespace",
                List.of("UPDATE ff_lease_event SET namespace = 'x' WHERE event_type = 'released'"));
        plants.put("operator-event-in-own-namespace", List.of("""
                INSERT INTO ff_operator_event (partition_key, execution_id, namespace, event_type, actor, details, occurred_at_ms)
                SELECT partition_key, execution_id, 'x', 'replayed', 'olga', '{}', 1
                  FROM ff_exec_core WHERE execution_kind = 'waiting'"""));
        plants.put("attempt-has-execution", List.of("""
                INSERT INTO ff_attempt (partition_key, execution_id, attempt_index, attempt_id, attempt_type, lifecycle, lease_id,
                       lease_kind, lease_epoch, worker_id, worker_instance_id, started_at_ms)
                SELECT 9, execution_id, attempt_index, attempt_id, attempt_type, lifecycle, lease_id, lease_kind,
                       lease_epoch, worker_id, worker_instance_id, started_at_ms FROM ff_attempt WHERE outcome = 'success'"""));
        plants.put("tag-has-execution", List.of("UPDATE ff_execution_tag SET namespace = 'x' WHERE tag_key = 'a.b'"));
        plants.put("instance-tag-copied", List.of(change("waiting", "instance_tag = 'i-43'")));
        plants.put("key-names-own-namespace", List.of("UPDATE ff_idempotency SET namespace = 'x'"));
        plants.put("key-names-one-execution", List.of(change("delayed", "idempotency_key = 'key'")));
        plants.put("grant-has-execution", List.of("""
                INSERT INTO ff_claim_grant (partition_key, execution_id, grant_id, namespace, kind, lane_id, worker_id,
                       worker_instance_id, worker_capabilities, grant_ttl_ms, issued_at_ms, expires_at_ms)
                SELECT partition_key, execution_id, 'x', 'elsewhere', 'claim', lane_id, 'w', 'w-1', '', 1, 1, 2
                  FROM ff_exec_core WHERE execution_kind = 'waiting'"""));
        plants.put("grant-in-force-stored", List.of(change("waiting", "claim_grant_until_ms = 9999999999999")));
        plants.put("route-fits-execution", List.of("UPDATE ff_route SET lane_id = 'x'"));
        plants.put("lane-registered", List.of("DELETE FROM ff_lane_registry"));
        plants.put("counts-kept", List.of("""
                INSERT INTO ff_lane_count (namespace, lane_id, public_state, executions) VALUES ('default', 'mail', 'failed', 1)"""));
        return plants;
    }

    private static Stream<String> invariants() {
        return PLANTS.keySet().stream();
    }

    @AfterAll
    void close() {
        engine.close().block(PATIENCE);
    }

    @BeforeEach
    void fourExecutions() {
        RawSql.on(url).run(TABLES.stream().map(table -> "DELETE FROM " + table).toArray(String[]::new));
        Handle completed = running("completed");
        engine.executions().complete(completed).block(PATIENCE);
        running("running");
        submit(Submit.of("waiting")
                .tags(Map.of("a.b", "c", "cairn.instance_id", "i-42"))
                .idempotencyKey("key"));
        submit(Submit.of("delayed").delay(Duration.ofHours(1)));
    }

    private void submit(Submit submit) {
        ids.put(
                submit.kind().value(),
                Mono.from(engine.executions().submit(submit.lane("mail")))
                        .map(outcome -> outcome.executionId())
                        .blockOptional(PATIENCE)
                        .orElseThrow());
    }

    private Handle running(String kind) {
        submit(Submit.of(kind));
        return engine.executions()
                .claim(Claim.lane("mail").as("anna", "anna-1"))
                .single()
                .blockOptional(PATIENCE)
                .orElseThrow()
                .handle();
    }

    private List<Violation> audit() {
        return Flux.from(engine.audit()).collectList().blockOptional(PATIENCE).orElseThrow();
    }

    @Test
    @DisplayName("reports nothing while nothing is wrong")
    void nothing() {
        assertThat(audit()).isEmpty();
    }

    @Test
    @DisplayName("every invariant has a plant here, and no two have one name")
    void complete() {
        assertThat(Audit.names()).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(PLANTS.keySet());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("invariants")
    @DisplayName("reports just the invariant that was broken")
    void planted(String invariant) {
        List<String> statements = Stream.concat(
                        withoutChecks(url).stream(), PLANTS.getOrDefault(invariant, List.of()).stream())
                .toList();
        RawSql.on(url).run(statements.toArray(String[]::new));

        List<Violation> found = audit();

        assertThat(found).isNotEmpty().extracting(Violation::invariant).containsOnly(invariant);
        assertThat(found).allSatisfy(violation -> assertThat(violation.detail()).isNotBlank());
    }

    @Test
    @DisplayName("a violation names its execution and says what was found")
    void violation() {
        RawSql.on(url).run(change("waiting", "blocking_reason = 'no such reason'"));

        assertThat(audit())
                .containsExactly(new Violation(
                        "state-vector-consistent",
                        Optional.ofNullable(ids.get("waiting")).map(ExecutionId::toString),
                        "runnable/unowned/eligible_now/no such reason/none/pending_first_attempt"));
    }

    @Test
    @DisplayName(
            "EXE-037 a stored public state that is none is Corruption with the column's name, and not taken for another")
    void corruptState() {
        List<String> statements = Stream.concat(
                        withoutChecks(url).stream(), Stream.of(change("waiting", "public_state = 'gone'")))
                .toList();
        RawSql.on(url).run(statements.toArray(String[]::new));
        ExecutionId id = Optional.ofNullable(ids.get("waiting")).orElseThrow();

        Flux.just(
                        engine.executions().describe(id),
                        engine.executions().state(id),
                        engine.executions().explain(id))
                .map(Flux::from)
                .flatMap(read -> read.<Object>map(value -> value).materialize())
                .as(StepVerifier::create)
                .thenConsumeWhile(signal -> {
                    assertThat(signal.getThrowable()).isInstanceOfSatisfying(ValidationException.class, corrupt -> {
                        assertThat(corrupt.code()).isEqualTo(ErrorCode.CORRUPTION);
                        assertThat(corrupt.field()).isEqualTo("public_state");
                    });
                    return true;
                })
                .expectComplete()
                .verify(PATIENCE);
    }

    @Test
    @DisplayName("a violation without an execution names none")
    void violationOfCounts() {
        RawSql.on(url).run("UPDATE ff_lane_count_change SET change = 0 WHERE public_state = 'delayed'");

        assertThat(audit())
                .containsExactly(
                        new Violation("counts-kept", Optional.empty(), "default/mail has 1 delayed, kept is 0"));
    }
}
