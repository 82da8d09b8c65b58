package io.fluxfabric.engine.chaos.run;

import io.fluxfabric.engine.event.CompletionEvent;
import io.fluxfabric.engine.event.Cursor;
import io.fluxfabric.engine.event.Events;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The end of a run: waits until everything that was submitted has ended, by the database's events. */
final class Drain {

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final Events events;
    private final Submitter submitter;
    private final List<CompletionEvent> ends = new ArrayList<>();
    private Optional<Cursor> read = Optional.empty();
    private @Nullable Throwable failed;

    Drain(Events events, Submitter submitter) {
        this.events = events;
        this.submitter = submitter;
    }

    /**
     * Waits on the calling thread.
     *
     * @param look told at every look
     * @return what is missing, if it took too long
     */
    Optional<String> run(Runnable look) {
        boolean done = Waiting.until(PATIENCE, () -> {
            look.run();
            return submitter.hasEnded() && allEnded();
        });
        return done ? Optional.empty() : Optional.of(missing());
    }

    private boolean allEnded() {
        readOn();
        return failed == null && ends.size() >= submitter.acknowledged().size();
    }

    /** What cannot be read now is read at the next look; if it never can, that is told. */
    private void readOn() {
        failed = null;
        events.completions(read)
                .doOnNext(this::add)
                .then()
                .doOnError(error -> failed = error)
                .onErrorComplete()
                .block();
    }

    private void add(CompletionEvent end) {
        ends.add(end);
        read = Optional.of(end.cursor());
    }

    private String missing() {
        int submitted = submitter.acknowledged().size();
        return "not drained within %d s: %s, %d of %d executions have ended%s"
                .formatted(
                        PATIENCE.toSeconds(),
                        submitter.hasEnded() ? "everything is submitted" : "submissions wait for their answer",
                        ends.size(),
                        submitted,
                        failed == null ? "" : ", and the last look failed with " + failed);
    }

    List<CompletionEvent> ends() {
        return List.copyOf(ends);
    }
}
