package io.fluxfabric.engine.r2dbc.wake;

import io.fluxfabric.engine.r2dbc.coalesce.Batch;
import io.fluxfabric.engine.r2dbc.kit.Answer;
import io.fluxfabric.engine.r2dbc.sql.bell.Doorbell;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Tells other processes on which lanes there may be work. The first hint leaves at once; those that come within the pause after it
 * leave together when it is over. Whether a hint arrives is nobody's concern, so an error is no error to anybody.
 */
final class RingOthers implements Batch<Set<LaneKey>, Boolean> {

    private final Doorbell bell;
    private final Duration pause;
    private final Scheduler timer;
    private final Mono<Void> closing;

    RingOthers(Doorbell bell, Duration pause, Scheduler timer, Mono<Void> closing) {
        this.closing = closing;
        this.bell = bell;
        this.pause = pause;
        this.timer = timer;
    }

    @Override
    public String operation() {
        return "wake.notify";
    }

    @Override
    public Mono<List<Answer<Boolean>>> serve(List<Set<LaneKey>> calls) {
        Set<LaneKey> lanes = calls.stream().flatMap(Collection::stream).collect(Collectors.toSet());
        return bell.ring(note(bell, lanes))
                .then(Mono.firstWithSignal(Mono.delay(pause, timer).then(), closing))
                .thenReturn(calls.stream().map(call -> Answer.of(true)).toList());
    }

    /** What tells others of these lanes; when it would be too long, of all. */
    static String note(Doorbell bell, Collection<LaneKey> lanes) {
        String hints = lanes.stream().map(LaneKey::hint).distinct().collect(Collectors.joining(" "));
        return hints.getBytes(StandardCharsets.UTF_8).length > bell.longest() ? Doorbell.ANYWHERE : hints;
    }

    /** Any two may leave together. */
    @Override
    public Object identity(Set<LaneKey> call) {
        return new Object();
    }
}
