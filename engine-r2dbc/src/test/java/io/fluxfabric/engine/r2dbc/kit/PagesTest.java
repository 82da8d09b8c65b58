package io.fluxfabric.engine.r2dbc.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.r2dbc.kit.Pages.Page;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

class PagesTest {

    private static final int SIZE = 3;

    private final AtomicInteger reads = new AtomicInteger();

    /** The numbers from 1 up to {@code last}; each read is counted when it begins. */
    private Flux<Integer> numbers(int last) {
        return Pages.from(
                0,
                after -> Mono.defer(() -> {
                    reads.incrementAndGet();
                    List<Integer> rows = IntStream.rangeClosed(after + 1, Math.min(last, after + SIZE + 1))
                            .boxed()
                            .toList();
                    return Mono.just(Page.of(rows, SIZE, row -> row));
                }));
    }

    @Test
    @DisplayName("gives all rows, and reads no page behind the last one even if that is full")
    void all() {
        numbers(6).as(StepVerifier::create).expectNext(1, 2, 3, 4, 5, 6).verifyComplete();
        assertThat(reads).hasValue(2);
    }

    @Test
    @DisplayName("an empty first page is an empty answer")
    void none() {
        numbers(0).as(StepVerifier::create).verifyComplete();
        assertThat(reads).hasValue(1);
    }

    @Test
    @DisplayName("a whole page taken reads no further one")
    void takeOnePage() {
        numbers(100).take(SIZE).as(StepVerifier::create).expectNextCount(SIZE).verifyComplete();
        assertThat(reads).hasValue(1);
    }

    @Test
    @DisplayName(
            "nothing is read before it is asked for, and one row at a time reads a page when its first row is asked for")
    void oneAtATime() {
        StepVerifier.create(numbers(7), 0)
                .expectSubscription()
                .then(() -> assertThat(reads).hasValue(0))
                .thenRequest(1)
                .expectNext(1)
                .thenRequest(1)
                .expectNext(2)
                .thenRequest(1)
                .expectNext(3)
                .then(() -> assertThat(reads).hasValue(1))
                .thenRequest(1)
                .expectNext(4)
                .then(() -> assertThat(reads).hasValue(2))
                .thenRequest(3)
                .expectNext(5, 6, 7)
                .verifyComplete();
        assertThat(reads).hasValue(3);
    }

    @Test
    @DisplayName("each subscription begins at the start")
    void cold() {
        Flux<Integer> numbers = numbers(4);
        assertThat(numbers.collectList().block())
                .isEqualTo(numbers.collectList().block());
    }

    @Test
    @DisplayName("very many pages need no deep stack, read at once or elsewhere")
    void manyPages() {
        numbers(100_000).count().as(StepVerifier::create).expectNext(100_000L).verifyComplete();
        numbers(10_000)
                .publishOn(Schedulers.parallel(), 1)
                .count()
                .as(StepVerifier::create)
                .expectNext(10_000L)
                .verifyComplete();
    }

    @Test
    @DisplayName("an error of a page is the error of the answer")
    void error() {
        Pages.<Integer, Integer>from(0, after -> Mono.error(new IllegalStateException("away")))
                .as(StepVerifier::create)
                .verifyErrorMessage("away");
    }
}
