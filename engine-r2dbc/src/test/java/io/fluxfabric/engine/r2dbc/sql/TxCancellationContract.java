package io.fluxfabric.engine.r2dbc.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

/** What a caller's cancel may do to a transaction: nothing, or keep it from beginning. */
abstract class TxCancellationContract extends TxContract {

    @ParameterizedTest(name = "cancelled at {0}, 25 times, with a pool of one: all or nothing, and nothing leaks")
    @ValueSource(strings = {"create", "beginTransaction", "execute", "commitTransaction"})
    void cancelAtStage(String stage) {
        for (int round = 0; round < 25; round++) {
            int first = round * 2;
            Disposable.Swap caller = Disposables.swap();
            factory.onStage(reached -> {
                if (reached.equals(stage)) {
                    caller.dispose();
                }
            });
            caller.update(pair(first).subscribe());
            requireUsable();
        }
        assertThat(count()).isIn(0L, 50L);
    }

    @RepeatedTest(4)
    @DisplayName("cancelled at random moments, 25 times, with a pool of one: all or nothing, and nothing leaks")
    void cancelAtRandomMoments() {
        for (int round = 0; round < 25; round++) {
            Disposable caller = pair(round * 2).subscribe();
            Schedulers.parallel()
                    .schedule(caller::dispose, ThreadLocalRandom.current().nextInt(3_000), TimeUnit.MICROSECONDS);
            requireUsable();
        }
        assertThat(count() % 2).as("pairs are whole").isZero();
    }

    @Test
    @DisplayName("a cancel while the commit is on its way does not stop it")
    void commitSurvivesCancel() {
        Sinks.Empty<Void> gate = Sinks.empty();
        Sinks.Empty<Void> committing = Sinks.empty();
        factory.onCommit(commit -> Mono.defer(() -> {
            committing.tryEmitEmpty();
            return gate.asMono().then(Mono.from(commit).then());
        }));

        Disposable caller = pair(0).subscribe();
        committing.asMono().block(PATIENCE);
        caller.dispose();
        gate.tryEmitEmpty();
        factory.onCommit(commit -> commit);

        assertThat(count()).isEqualTo(2);
    }

    @Test
    @DisplayName("who cancels while waiting for a connection is not served")
    void cancelWhileWaiting() {
        Sinks.Empty<Void> gate = Sinks.empty();
        Mono<Long> holder = tx.write("test", session -> gate.asMono().then(insert(session, 100)))
                .cache();
        holder.subscribe();
        pair(0).subscribe().dispose();
        gate.tryEmitEmpty();
        holder.block(PATIENCE);

        assertThat(count()).isEqualTo(1);
    }

    private Mono<Long> pair(int first) {
        return tx.write("test", session -> insert(session, first).then(insert(session, first + 1)));
    }

    /** With a pool of one, a connection that was left out, wedged or in a transaction shows at once. */
    private void requireUsable() {
        Boolean idle = pool.writer()
                .flatMap(connection -> Mono.just(connection.isAutoCommit()).delayUntil(answer -> connection.close()))
                .block(Duration.ofSeconds(20));
        assertThat(idle).as("no transaction is open").isTrue();
        assertThat(count()).isGreaterThanOrEqualTo(0);
    }
}
