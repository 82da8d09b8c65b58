package io.fluxfabric.engine.proof.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What an actor has seen so far and can speak of.
 *
 * @param <E> an execution
 * @param <H> a handle
 * @param <G> a grant
 * @param <U> a request that named its lease
 */
record Seen<E, H, G, U>(List<E> executions, List<H> handles, List<G> grants, List<U> uses) {

    Seen() {
        this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    Seen<E, H, G, U> copy() {
        return new Seen<>(
                new ArrayList<>(executions), new ArrayList<>(handles), new ArrayList<>(grants), new ArrayList<>(uses));
    }

    Optional<E> execution(int number) {
        return pick(executions, number);
    }

    /** The latest first, because it is the one that most likely still holds something. */
    Optional<H> handle(int number) {
        return pick(handles, handles.size() - 1 - number);
    }

    Optional<G> grant(int number) {
        return pick(grants, grants.size() - 1 - number);
    }

    Optional<U> use(int number) {
        return pick(uses, uses.size() - 1 - number);
    }

    private static <T> Optional<T> pick(List<T> from, int number) {
        return from.isEmpty() ? Optional.empty() : Optional.of(from.get(Math.floorMod(number, from.size())));
    }
}
