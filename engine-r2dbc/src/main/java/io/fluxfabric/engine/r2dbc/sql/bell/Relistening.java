package io.fluxfabric.engine.r2dbc.sql.bell;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.util.retry.Retry;

/** Begins to listen again when it failed, after a pause that grows while it goes on failing, until the end. */
final class Relistening {

    private static final Logger log = LoggerFactory.getLogger(Relistening.class);

    private static final long FIRST_MS = 100;
    private static final long LONGEST_MS = 5_000;

    private Relistening() {}

    static Flux<String> until(Mono<Void> end, Flux<String> listening, Scheduler timer) {
        return listening
                .retryWhen(Retry.from(failures -> failures.concatMap(failure -> {
                    log.debug("Not listening for work of other processes, will try again", failure.failure());
                    return pause(failure.totalRetriesInARow(), timer)
                            .takeUntilOther(end)
                            .switchIfEmpty(Mono.error(() -> new CancellationException("not to be begun again")));
                })))
                .onErrorComplete(CancellationException.class);
    }

    private static Mono<Long> pause(long failures, Scheduler timer) {
        long pause = Math.min(FIRST_MS << Math.min(failures, 10), LONGEST_MS);
        long jittered = ThreadLocalRandom.current().nextLong(pause / 2, pause + 1);
        return Mono.delay(Duration.ofMillis(jittered), timer);
    }
}
