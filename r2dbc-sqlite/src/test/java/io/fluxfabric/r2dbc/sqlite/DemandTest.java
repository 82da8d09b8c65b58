package io.fluxfabric.r2dbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ValidationDepth;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

final class DemandTest extends TempDatabase {

    @Test
    void aMillionRowsPassWithAFewHundredInFlight() {
        Connection connection = open();
        AtomicLong fetched = new AtomicLong();
        AtomicLong consumed = new AtomicLong();
        AtomicLong most = new AtomicLong();
        Flux<Long> rows = Sql.numbers(connection, 1_000_000)
                .doOnNext(row -> fetched.incrementAndGet())
                .limitRate(256)
                .publishOn(Schedulers.parallel(), 256)
                .doOnNext(row -> most.accumulateAndGet(fetched.get() - consumed.incrementAndGet(), Math::max));

        rows.count().as(StepVerifier::create).expectNext(1_000_000L).verifyComplete();

        assertThat(most.get()).isLessThanOrEqualTo(1_000);
    }

    @Test
    void onlyWhatIsAskedForIsFetched() {
        Connection connection = open();
        Mono<Boolean> afterwards = Mono.from(connection.validate(ValidationDepth.REMOTE));

        StepVerifier.create(Sql.numbers(connection, 1_000_000), 0)
                .thenRequest(3)
                .expectNext(1L, 2L, 3L)
                // The connection's thread serves in order: once it has answered, a fourth row would have come.
                .then(() -> assertThat(afterwards.block(PATIENCE)).isTrue())
                .thenRequest(2)
                .expectNext(4L, 5L)
                .thenCancel()
                .verify(PATIENCE);
    }

    @Test
    void theEndIsToldWithTheLastRowAndNeedsNoFurtherDemand() {
        StepVerifier.create(Sql.numbers(open(), 2), 0)
                .thenRequest(2)
                .expectNext(1L, 2L)
                .expectComplete()
                .verify(PATIENCE);
    }

    @Test
    void aQueryHoldsNothingUntilItsRowsAreAskedFor() {
        SqliteConnection connection = open();
        Flux.from(connection.createStatement("SELECT 1").execute()).blockLast(PATIENCE);

        assertThat(Inside.openStatements(connection)).isZero();
    }

    @Test
    void longResultsOfOneConnectionTakeTurns() {
        Connection connection = open();
        AtomicLong longRows = new AtomicLong();

        Flux<Long> both = Flux.merge(
                Sql.numbers(connection, 1_000_000).doOnNext(row -> longRows.incrementAndGet()),
                Sql.numbers(connection, 1)
                        .doOnNext(row -> assertThat(longRows.get()).isLessThan(1_000_000)));

        both.count().as(StepVerifier::create).expectNext(1_000_001L).verifyComplete();
    }
}
