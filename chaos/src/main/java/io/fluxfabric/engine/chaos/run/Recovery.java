package io.fluxfabric.engine.chaos.run;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;

/**
 * Finds the first window after a fault in which work is completed nearly as fast as it is submitted. The end of the fault is zero, and
 * nothing before it is looked at.
 */
final class Recovery {

    private static final double NEARLY = 0.9;
    private static final Duration WINDOW = Duration.ofSeconds(1);

    private record Look(Duration at, int completed) {}

    private final double perSecond;
    private final Deque<Look> looks = new ArrayDeque<>();

    Recovery(double perSecond) {
        this.perSecond = perSecond;
    }

    /**
     * Looks at how much is completed.
     *
     * @param at since the end of the fault
     * @return when the window began, if the shortest one that ends now is such a window
     */
    Optional<Duration> look(Duration at, int completed) {
        looks.addLast(new Look(at, completed));
        forgetBefore(at.minus(WINDOW));
        Look begin = looks.getFirst();
        double needed = NEARLY * perSecond * at.minus(begin.at()).toNanos() / 1e9;
        boolean whole = at.minus(begin.at()).compareTo(WINDOW) >= 0;
        return whole && completed - begin.completed() >= needed ? Optional.of(begin.at()) : Optional.empty();
    }

    /** Keeps the last look at or before that moment, with which the shortest whole window begins. */
    private void forgetBefore(Duration moment) {
        Iterator<Look> second = looks.iterator();
        second.next();
        while (second.hasNext() && second.next().at().compareTo(moment) <= 0) {
            looks.removeFirst();
            second = looks.iterator();
            second.next();
        }
    }
}
