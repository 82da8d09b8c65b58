package io.fluxfabric.engine.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.audit.Violation;
import io.fluxfabric.engine.event.CompletionEvent;
import io.fluxfabric.engine.event.Cursor;
import io.fluxfabric.engine.event.LeaseEvent;
import io.fluxfabric.engine.examples.demo.Journal.Entry;
import io.fluxfabric.engine.examples.demo.Journal.Fact;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.ExecutionKind;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.id.WorkerId;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.id.WorkerInstanceId;
import io.fluxfabric.engine.state.TerminalOutcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A demo that cannot fail would prove nothing. */
class VerdictTest {

    private static final ExecutionId LOST_ONCE = ExecutionId.parse("{fp:1}:01a1ef0c-19a3-730b-adda-5d33f09c0708");
    private static final ExecutionId SMOOTH = ExecutionId.parse("{fp:2}:01a1ef0c-19b9-7742-8e5d-8668f9f04b66");
    private static final ExecutionId STRANGER = ExecutionId.parse("{fp:3}:01a1ef0c-2d4a-710b-9a62-abf7fe005179");

    private final Ledger ledger = new Ledger();
    private final List<Entry> journal = new ArrayList<>();
    private final List<Violation> violations = new ArrayList<>();

    @BeforeEach
    void allIsWell() {
        lease(LOST_ONCE, LeaseEvent.Type.ACQUIRED, 1, "worker-1");
        lease(LOST_ONCE, LeaseEvent.Type.EXPIRED, 1, "worker-1");
        lease(LOST_ONCE, LeaseEvent.Type.ACQUIRED, 3, "worker-2");
        lease(SMOOTH, LeaseEvent.Type.ACQUIRED, 1, "worker-2");
        done(LOST_ONCE, 3);
        done(SMOOTH, 1);
    }

    private void lease(ExecutionId id, LeaseEvent.Type type, long epoch, String worker) {
        WorkerIdentity holder = new WorkerIdentity(WorkerId.of("demo"), WorkerInstanceId.of(worker));
        ledger.add(new LeaseEvent(
                new Cursor("1"), id, type, Optional.empty(), 0, epoch, Optional.of(holder), Instant.EPOCH));
    }

    private void done(ExecutionId id, long epoch) {
        end(id, epoch, TerminalOutcome.SUCCESS);
        journal.add(new Entry(Fact.RAN, id.toString(), epoch));
        journal.add(new Entry(Fact.CONFIRMED, id.toString(), 0));
    }

    private void end(ExecutionId id, long epoch, TerminalOutcome outcome) {
        ledger.add(new CompletionEvent(
                new Cursor("1"),
                id,
                LaneId.DEFAULT,
                ExecutionKind.of("any"),
                outcome,
                Optional.empty(),
                Optional.of(0),
                epoch,
                Instant.EPOCH));
    }

    private Verdict verdict(ExecutionId... submitted) {
        return Verdict.of(Set.of(submitted), ledger, journal, violations);
    }

    @Test
    @DisplayName("it holds when each execution ended once, one of them in other hands")
    void holds() {
        assertThat(verdict(LOST_ONCE, SMOOTH))
                .returns(true, Verdict::holds)
                .returns("submitted=2 completed=2 reclaimed=1 lost=0 duplicated=0", Verdict::line);
    }

    @Test
    @DisplayName("an execution that never ended is lost")
    void lost() {
        assertThat(verdict(LOST_ONCE, SMOOTH, STRANGER))
                .returns(false, Verdict::holds)
                .returns("submitted=3 completed=2 reclaimed=1 lost=1 duplicated=0", Verdict::line);
    }

    @Test
    @DisplayName("an execution that ended badly, or by a run that no worker wrote down, is lost")
    void notReallyDone() {
        end(STRANGER, 1, TerminalOutcome.FAILED);
        journal.add(new Entry(Fact.RAN, STRANGER.toString(), 1));
        assertThat(verdict(LOST_ONCE, STRANGER).lost()).isOne();

        journal.removeIf(entry -> entry.fact() == Fact.RAN && entry.epoch() == 3);
        journal.add(new Entry(Fact.RAN, LOST_ONCE.toString(), 1));
        assertThat(verdict(LOST_ONCE, SMOOTH).lost()).isOne();
    }

    @Test
    @DisplayName("a second end is a duplicate, whether the database or a worker tells of it")
    void duplicated() {
        journal.add(new Entry(Fact.CONFIRMED, SMOOTH.toString(), 0));
        assertThat(verdict(LOST_ONCE, SMOOTH)).returns(1, Verdict::duplicated).returns(false, Verdict::holds);

        end(SMOOTH, 1, TerminalOutcome.SUCCESS);
        assertThat(verdict(LOST_ONCE, SMOOTH).duplicated()).isEqualTo(2);
    }

    @Test
    @DisplayName("a handler that ran again is told of and is no duplicate")
    void repeated() {
        journal.add(new Entry(Fact.RAN, LOST_ONCE.toString(), 1));
        assertThat(verdict(LOST_ONCE, SMOOTH)).returns(1, Verdict::repeated).returns(true, Verdict::holds);
    }

    @Test
    @DisplayName("the end of an execution that nobody submitted breaks it")
    void stranger() {
        assertThat(verdict(LOST_ONCE)).returns(1, Verdict::strangers).returns(false, Verdict::holds);
    }

    @Test
    @DisplayName("without a lease that was lost it has shown nothing")
    void nothingReclaimed() {
        Ledger quiet = new Ledger();
        Verdict verdict = Verdict.of(Set.of(), quiet, List.of(), List.of());
        assertThat(verdict.holds()).isFalse();
    }

    @Test
    @DisplayName("a violation counts if it is of the demo's executions or of none in particular")
    void violations() {
        violations.add(new Violation("any", Optional.of(STRANGER.toString()), "somebody else's"));
        assertThat(verdict(LOST_ONCE, SMOOTH).holds()).isTrue();
        violations.add(new Violation("any", Optional.of(SMOOTH.toString()), "ours"));
        assertThat(verdict(LOST_ONCE, SMOOTH).holds()).isFalse();
        violations.remove(1);
        violations.add(new Violation("any", Optional.empty(), "of the whole"));
        assertThat(verdict(LOST_ONCE, SMOOTH).violations()).isOne();
    }
}
