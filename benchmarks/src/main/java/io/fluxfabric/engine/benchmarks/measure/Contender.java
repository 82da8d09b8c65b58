package io.fluxfabric.engine.benchmarks.measure;

/**
 * A system that is measured. Its calls may block: it has a process of its own.
 *
 * <p>{@code prepare} makes the schema in an empty database, once. Then, for every round, {@code open} on a fresh copy of that
 * database, one or more {@code run}, and {@code close}. Only {@code run} takes times, and it checks what it did.
 */
public interface Contender {

    /** The version and the settings, in one line. */
    String describe();

    void prepare(Database database) throws Exception;

    void open(Database database) throws Exception;

    /** Does some work, checks in the database that all of it was done once, and tells how long it took. */
    Figures run(Work work) throws Exception;

    void close() throws Exception;

    /** A verb that this system does not know. */
    static IllegalArgumentException unknown(Work work) {
        return new IllegalArgumentException("this system has no measurement called " + work.verb());
    }
}
