package io.fluxfabric.engine.examples.spring;

import java.util.Objects;

/** What clients send, and what the handler gets. */
record Order(String article) {
    Order {
        Objects.requireNonNull(article, "article");
    }
}
