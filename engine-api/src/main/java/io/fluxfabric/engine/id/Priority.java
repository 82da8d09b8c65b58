package io.fluxfabric.engine.id;

/** How urgent an execution is: higher goes first. Values outside of 0 to 9000 are clamped, not refused. */
public record Priority(int value) implements Comparable<Priority> {
    public static final int MIN = 0;
    public static final int MAX = 9000;

    /** The priority of whatever names none. */
    public static final Priority DEFAULT = new Priority(MIN);

    public Priority {
        value = Math.max(MIN, Math.min(MAX, value));
    }

    public static Priority of(int value) {
        return new Priority(value);
    }

    @Override
    public int compareTo(Priority other) {
        return Integer.compare(value, other.value);
    }

    @Override
    public String toString() {
        return Integer.toString(value);
    }
}
