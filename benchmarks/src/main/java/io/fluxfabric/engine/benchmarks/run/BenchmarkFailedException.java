package io.fluxfabric.engine.benchmarks.run;

/** A run that could not be finished; the message is one sentence. */
public final class BenchmarkFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    BenchmarkFailedException(String message) {
        super(message);
    }
}
