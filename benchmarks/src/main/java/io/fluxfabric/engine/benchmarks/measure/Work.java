package io.fluxfabric.engine.benchmarks.measure;

/**
 * What a system is told to do.
 *
 * @param verb which measurement
 * @param count how many executions, or for how many milliseconds where the verb takes a time
 * @param bytes the size of each payload
 */
public record Work(String verb, int count, int bytes) {

    /** The words after {@code round} on a command line. */
    public static Work parse(String verb, String count, String bytes) {
        return new Work(verb, Integer.parseInt(count), Integer.parseInt(bytes));
    }

    public String words() {
        return verb + " " + count + " " + bytes;
    }
}
