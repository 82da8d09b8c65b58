package io.fluxfabric.engine.execution;

import io.fluxfabric.engine.id.Capabilities;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.state.BlockingReason;
import io.fluxfabric.engine.state.LaneState;
import io.fluxfabric.engine.state.TerminalOutcome;
import java.time.Instant;
import java.util.Optional;

/** The answer to "why is it not running?", for programs as a type and for people as {@link #sentence()}. */
public sealed interface Explanation {

    ExecutionId executionId();

    /** The same in words. */
    String sentence();

    /** It is running. */
    record Held(ExecutionId executionId, WorkerIdentity holder, Instant until, String sentence)
            implements Explanation {}

    /** Its holder was lost and it waits to be taken over. */
    record AwaitingReclaim(ExecutionId executionId, String sentence) implements Explanation {}

    /** It was asked to start later. */
    record DelayedUntil(ExecutionId executionId, Instant until, BlockingReason reason, String sentence)
            implements Explanation {}

    /** Its lane hands out nothing. */
    record LaneClosed(ExecutionId executionId, LaneId lane, LaneState state, Optional<String> reason, String sentence)
            implements Explanation {}

    /** Nobody alive offers what it requires. */
    record NoCapableWorker(ExecutionId executionId, Capabilities missing, int workersAlive, String sentence)
            implements Explanation {}

    /** Something or somebody holds it back. */
    record Blocked(ExecutionId executionId, BlockingReason reason, Optional<String> detail, String sentence)
            implements Explanation {}

    /** Nothing holds it back: it waits for its turn, or for a worker with a free slot. */
    record Ready(ExecutionId executionId, long ahead, int capableWorkers, String sentence) implements Explanation {}

    /** It has ended. */
    record Ended(ExecutionId executionId, TerminalOutcome outcome, Instant since, String sentence)
            implements Explanation {}
}
