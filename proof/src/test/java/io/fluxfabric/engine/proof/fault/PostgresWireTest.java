package io.fluxfabric.engine.proof.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fluxfabric.engine.chaos.fault.Backends;
import io.fluxfabric.engine.chaos.fault.FaultyWire;
import io.fluxfabric.engine.error.LeaseLostException;
import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.testdb.PostgresServer;
import io.fluxfabric.engine.testdb.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** The wire between engine and server breaks, goes silent, or takes nobody any more. */
class PostgresWireTest extends Faults {

    private static final WorkerIdentity ANNA = WorkerIdentity.of("anna", "anna-1");
    private static final WorkerIdentity BERT = WorkerIdentity.of("bert", "bert-1");

    private TestDatabase database;
    private FaultyWire wire;

    @BeforeEach
    void connect() {
        database = closing(PostgresServer.shared().freshDatabase());
        wire = closing(FaultyWire.before(database.r2dbcUrl()));
    }

    private R2dbcEngine wired() {
        return engine(wire.url(database.r2dbcUrl()));
    }

    private R2dbcEngine direct() {
        return engine(database.r2dbcUrl());
    }

    @Test
    @DisplayName("connections cut again and again, backends terminated, new connections refused: all goes on after")
    void broken() {
        Load load = load(wired()).steady();

        for (int round = 0; round < 5; round++) {
            long done = load.tally().completions();
            wire.cut();
            Waiting.until("completions after a cut", () -> load.tally().completions() >= done + 10);
        }
        load.recovers();

        long ended = Objects.requireNonNull(
                Backends.of(database.r2dbcUrl()).terminate("fluxfabric").block(Waiting.PATIENCE));
        assertThat(ended).isPositive();
        load.recovers();

        int refusals = load.refusals().size();
        wire.refuse();
        wire.cut();
        Waiting.until("refusals", () -> load.refusals().size() >= refusals + 20);
        wire.accept();

        load.recovers().settles();
    }

    @Test
    @DisplayName("a node whose wire is silent for longer than its leases: the other goes on, and both after it")
    void silentNode() {
        Load load = load(direct(), wired()).steady();

        wire.stall();
        long done = load.tally().completions();
        Waiting.until("completions of the other", () -> load.tally().completions() >= done + 150);
        Mono.delay(Load.LEASE.plusSeconds(1)).block();
        wire.resume();

        load.recovers().settles();
    }

    @Test
    @DisplayName("a completion that was on a silent wire until its lease had gone to another is refused")
    void lateCompletion() throws Exception {
        R2dbcEngine silent = wired();
        R2dbcEngine other = direct();
        other.executions().submit(Submit.of(Load.KIND).lane(Load.LANE)).block(Waiting.PATIENCE);
        Handle handle = claimed(silent, ANNA);

        wire.stall();
        CompletableFuture<?> late = silent.executions().complete(handle).toFuture();
        Waiting.until(
                "the end of the lease",
                () -> Objects.requireNonNull(other.reconcilers()
                                        .pass(Reconcilers.LEASE_EXPIRY)
                                        .block(Waiting.PATIENCE))
                                .changed()
                        > 0);
        Handle taken = claimed(other, BERT);
        wire.resume();

        assertThatThrownBy(late::join).hasCauseInstanceOf(LeaseLostException.class);
        other.executions().complete(taken).block(Waiting.PATIENCE);
        assertThat(other.audit().collectList().block(Waiting.PATIENCE)).isEmpty();
        Waiting.until("the return of all connections", () -> silent.connectionsInUse() == 0);
    }

    private static Handle claimed(R2dbcEngine engine, WorkerIdentity who) {
        return Objects.requireNonNull(engine.executions()
                        .claim(Claim.lane(Load.LANE).as(who).lease(Duration.ofSeconds(1)))
                        .next()
                        .block(Waiting.PATIENCE))
                .handle();
    }

    @Test
    @DisplayName("a listening connection that was cut is replaced, and wake-ups come again")
    void listenerCut() throws SQLException {
        Load load = load(wired()).steady();
        try (Connection stranger = database.openJdbc()) {
            Waiting.until("a listener", () -> !listeners(stranger).isEmpty());
            Set<Integer> before = listeners(stranger);

            wire.cut();

            Waiting.until(
                    "another listener", () -> listeners(stranger).stream().anyMatch(pid -> !before.contains(pid)));
        }
        load.recovers().settles();
    }

    private Set<Integer> listeners(Connection stranger) {
        try (PreparedStatement select = stranger.prepareStatement(
                "SELECT pid FROM pg_stat_activity WHERE datname = ? AND query LIKE 'LISTEN%'")) {
            select.setString(1, database.name());
            Set<Integer> pids = new HashSet<>();
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    pids.add(rows.getInt(1));
                }
            }
            return pids;
        } catch (SQLException broken) {
            throw new AssertionError(broken);
        }
    }
}
