package io.fluxfabric.engine.benchmarks.peer;

/** How many threads run the tasks of a peer; can be set from outside, so that our choice can be doubted. */
public final class PeerThreads {

    /** The system property that sets it. */
    public static final String PROPERTY = "fluxfabric.bench.peer-threads";

    private PeerThreads() {}

    static int or(int usual) {
        return Integer.getInteger(PROPERTY, usual);
    }
}
