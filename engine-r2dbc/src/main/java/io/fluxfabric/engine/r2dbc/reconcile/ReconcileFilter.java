package io.fluxfabric.engine.r2dbc.reconcile;

import io.fluxfabric.engine.id.Namespace;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import java.util.Optional;

/**
 * Whose executions the housekeeping of an engine looks after, so that several engines can share a database: those of one namespace,
 * those whose tag {@code cairn.instance_id} has a value, those of both, or all. What only tidies up (keys, grants, events, counts,
 * silent workers) is done for everybody.
 */
public record ReconcileFilter(Optional<Namespace> namespace, Optional<String> instance) {

    public static ReconcileFilter all() {
        return new ReconcileFilter(Optional.empty(), Optional.empty());
    }

    public ReconcileFilter namespace(String only) {
        return new ReconcileFilter(Optional.of(Namespace.of(only)), instance);
    }

    /** Only executions whose tag {@code cairn.instance_id} has this value. */
    public ReconcileFilter instance(String only) {
        return new ReconcileFilter(namespace, Optional.of(only));
    }

    /** To be added to a condition on {@code ff_exec_core}. */
    String condition() {
        return (namespace.isPresent() ? " AND namespace = :only_namespace" : "")
                + (instance.isPresent() ? " AND instance_tag = :only_instance" : "");
    }

    /** The values of {@link #condition()}, and the size of a batch. */
    Binds binds(int batch) {
        Binds binds = Binds.of("batch", batch);
        namespace.ifPresent(only -> binds.and("only_namespace", only.value()));
        instance.ifPresent(only -> binds.and("only_instance", only));
        return binds;
    }
}
