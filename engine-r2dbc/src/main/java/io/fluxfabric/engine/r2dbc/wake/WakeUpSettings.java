package io.fluxfabric.engine.r2dbc.wake;

import io.fluxfabric.engine.error.ConfigurationException;
import java.time.Duration;

/**
 * How those who wait for work learn of it. The engine is correct without any of it: who waits also looks by itself, now and then.
 *
 * @param reach how far a hint goes
 * @param pause the least time between two hints to other processes, and between two looks for theirs on SQLite
 * @param firstPoll how soon a waiting claim looks by itself; each time it finds nothing the time doubles
 * @param longestPoll up to this
 */
public record WakeUpSettings(Reach reach, Duration pause, Duration firstPoll, Duration longestPoll) {

    /** How far a hint goes. */
    public enum Reach {
        /** Nowhere: waiting claims only poll. */
        NOWHERE,
        /** To waiting claims of the same engine. */
        PROCESS,
        /** To other processes too. On PostgreSQL it takes LISTEN, which a pooler in transaction mode does not allow. */
        DATABASE
    }

    public WakeUpSettings {
        requirePositive("wakeUps.pause", pause);
        requirePositive("wakeUps.firstPoll", firstPoll);
        requirePositive("wakeUps.longestPoll", longestPoll);
    }

    private static void requirePositive(String setting, Duration value) {
        if (value.toMillis() < 1) {
            throw new ConfigurationException(setting, setting + " must be at least 1 ms, but is " + value);
        }
    }

    /** To all processes, a hint each 10 ms at most, and a look after 100 ms, then less and less often down to one a second. */
    public static WakeUpSettings defaults() {
        return new WakeUpSettings(Reach.DATABASE, Duration.ofMillis(10), Duration.ofMillis(100), Duration.ofSeconds(1));
    }

    public WakeUpSettings reach(Reach how) {
        return new WakeUpSettings(how, pause, firstPoll, longestPoll);
    }

    public WakeUpSettings pause(Duration time) {
        return new WakeUpSettings(reach, time, firstPoll, longestPoll);
    }

    public WakeUpSettings polls(Duration first, Duration longest) {
        return new WakeUpSettings(reach, pause, first, longest);
    }
}
