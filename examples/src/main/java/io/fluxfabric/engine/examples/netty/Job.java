package io.fluxfabric.engine.examples.netty;

import java.util.Objects;

/** What clients send, and what the handler gets. */
record Job(String name) {
    Job {
        Objects.requireNonNull(name, "name");
    }
}
