package io.fluxfabric.engine.chaos.fault;

import java.util.concurrent.CompletableFuture;

/**
 * A cut that waits for its moment.
 *
 * @param text what the statement contains
 * @param sprung gets the statement once its connection was cut
 */
record Trap(String text, Loss loss, CompletableFuture<String> sprung) {

    boolean catches(String statement) {
        return statement.contains(text);
    }
}
