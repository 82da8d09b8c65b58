package io.fluxfabric.engine.r2dbc.audit;

import io.fluxfabric.engine.audit.Violation;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Tx;
import java.util.List;
import java.util.stream.Stream;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Checks the engine's invariants on the stored rows of all namespaces, one read-only statement per invariant. */
public final class Audit {

    /** How many violations of one invariant are told; where there are more, these say enough. */
    private static final int MOST = 100;

    private static final List<Invariant> INVARIANTS = Stream.of(
                    StateInvariants.ALL, AttemptInvariants.ALL, EventInvariants.ALL, RecordInvariants.ALL)
            .flatMap(List::stream)
            .toList();

    private final Tx tx;

    public Audit(Tx tx) {
        this.tx = tx;
    }

    public Flux<Violation> run() {
        return Flux.fromIterable(INVARIANTS).concatMap(this::check, 1).concatMapIterable(found -> found);
    }

    /** The names of all invariants. */
    static List<String> names() {
        return INVARIANTS.stream().map(Invariant::name).toList();
    }

    private Mono<List<Violation>> check(Invariant invariant) {
        return tx.read(
                "audit." + invariant.name(),
                session -> session.list(invariant.broken(), Binds.of("most", MOST), invariant::violation));
    }
}
