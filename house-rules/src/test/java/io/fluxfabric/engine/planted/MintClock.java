package io.fluxfabric.engine.planted;

/** Bears the name of an id mint on the list, so it may read the clock. */
final class MintClock {

    long millis() {
        return System.currentTimeMillis();
    }
}
