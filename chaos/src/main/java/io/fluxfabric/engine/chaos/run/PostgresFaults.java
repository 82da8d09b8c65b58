package io.fluxfabric.engine.chaos.run;

import static io.fluxfabric.engine.chaos.run.CrewFaults.BEYOND_LEASE;
import static io.fluxfabric.engine.chaos.run.CrewFaults.MOMENT;
import static io.fluxfabric.engine.chaos.run.CrewFaults.WHILE;

import io.fluxfabric.engine.chaos.fault.Backends;
import io.fluxfabric.engine.chaos.fault.FaultyWire;
import io.fluxfabric.engine.chaos.fault.LockedTable;
import io.fluxfabric.engine.chaos.fault.Loss;
import io.fluxfabric.engine.chaos.fault.TakenConnections;
import io.fluxfabric.engine.testdb.PostgresServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/** What can happen to a PostgreSQL server and the wire to it. */
final class PostgresFaults {

    /** Longer than an engine waits for a lock. */
    private static final Duration BEYOND_LOCK_TIMEOUT = Duration.ofSeconds(7);

    /** In the statements that take, renew and end executions, each of which is a transaction of its own. */
    private static final String WRITE = "UPDATE ff_exec_core";

    private PostgresFaults() {}

    /** Those that need no control of the server and harm nobody else on it. */
    static List<Fault> remote(Crew crew, FaultyWire wire, String direct) {
        List<Fault> all = new ArrayList<>(CrewFaults.of(crew));
        all.add(Fault.certain("connections cut", MOMENT, wire::cut, () -> {}));
        all.add(new Fault(
                "cut before a request arrives", MOMENT, () -> cutAtNext(wire, "", Loss.REQUEST), wire::disarm));
        all.add(new Fault("cut after the commit", MOMENT, () -> cutAtNext(wire, WRITE, Loss.ANSWER), wire::disarm));
        all.add(Fault.certain("wire stalled beyond the lease", BEYOND_LEASE, wire::stall, wire::resume));
        all.add(Fault.certain("new connections refused", WHILE, () -> refuse(wire), wire::accept));
        all.add(new Fault("backends terminated", MOMENT, () -> terminate(direct), () -> {}));
        return all;
    }

    /** Those for a server of our own. */
    static List<Fault> local(PostgresServer server, FaultyWire wire, String direct, int connections) {
        TakenConnections greedy = TakenConnections.of(direct);
        LockedTable stranger = LockedTable.of(direct);
        return List.of(
                Fault.certain("server stopped", MOMENT, server::stop, server::start),
                Fault.certain("server killed", MOMENT, server::kill, server::start),
                Fault.certain(
                        "connections used up by another",
                        WHILE,
                        () -> {
                            wire.cut();
                            greedy.take(connections).block();
                        },
                        () -> greedy.giveBack().block()),
                Fault.certain(
                        "tables locked by another",
                        BEYOND_LOCK_TIMEOUT,
                        () -> stranger.lock("ff_exec_core").block(),
                        () -> stranger.unlock().block()));
    }

    private static void refuse(FaultyWire wire) {
        wire.refuse();
        wire.cut();
    }

    private static boolean terminate(String direct) {
        return Objects.requireNonNull(
                        Backends.of(direct).terminate(Orders.APPLICATION).block())
                > 0;
    }

    /** Whether its moment came. */
    private static boolean cutAtNext(FaultyWire wire, String text, Loss loss) {
        CompletableFuture<String> sprung = wire.cutAt(text, loss);
        return Waiting.until(WHILE, sprung::isDone);
    }
}
