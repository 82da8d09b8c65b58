package io.fluxfabric.engine.task;

import io.fluxfabric.engine.error.EngineException;

/** Why a handler is over, and so what is left to do about its execution. */
sealed interface Verdict {

    /** The database is to be told. */
    record Tell(TaskOutcome outcome) implements Verdict {}

    /** The execution is somebody else's or has ended; there is nothing to tell. */
    record Lost(EngineException reason) implements Verdict {}

    /** Nobody knows whose it is, so it is no longer worked on. */
    record Fenced() implements Verdict {}
}
