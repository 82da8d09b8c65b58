package io.fluxfabric.engine.r2dbc.coalesce;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.error.ClosedException;
import io.fluxfabric.engine.error.NotFoundException;
import io.fluxfabric.engine.error.ResourceExhaustedException;
import io.fluxfabric.engine.error.TransportException;
import io.fluxfabric.engine.r2dbc.kit.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

class CoalescerTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** Calls are texts such as "a1": the letter is the identity, the rest tells them apart. */
    private static class Recorder implements Batch<String, String> {
        final List<List<String>> served = Collections.synchronizedList(new ArrayList<>());

        @Override
        public String operation() {
            return "test.verb";
        }

        @Override
        public Mono<List<Answer<String>>> serve(List<String> calls) {
            served.add(List.copyOf(calls));
            return Mono.just(calls.stream().map(call -> Answer.of(call + "!")).toList());
        }

        @Override
        public Object identity(String call) {
            return call.charAt(0);
        }
    }

    /** Serves nothing before the test says so. */
    private static class Gated extends Recorder {
        final List<Sinks.Empty<Void>> gates = Collections.synchronizedList(new ArrayList<>());

        @Override
        public Mono<List<Answer<String>>> serve(List<String> calls) {
            Sinks.Empty<Void> gate = Sinks.empty();
            gates.add(gate);
            return gate.asMono().then(Mono.defer(() -> super.serve(calls)));
        }

        void open(int statement) {
            gates.get(statement).tryEmitEmpty();
        }
    }

    private static CoalescerSettings one() {
        return CoalescerSettings.defaults().inFlight(1);
    }

    @Test
    @DisplayName("a lone call leaves at once and alone")
    void lone() {
        Recorder batch = new Recorder();

        new Coalescer<>(batch, one())
                .call("a1")
                .as(StepVerifier::create)
                .expectNext("a1!")
                .verifyComplete();
        assertThat(batch.served).containsExactly(List.of("a1"));
    }

    @Test
    @DisplayName("what arrives while a statement is on its way is the next batch, up to the maximum")
    void gathers() {
        Gated batch = new Gated();
        Coalescer<String, String> coalescer = new Coalescer<>(batch, one().maxBatch(3));
        List<String> answers = new ArrayList<>();
        for (String call : List.of("a1", "b1", "c1", "d1", "e1")) {
            coalescer.call(call).subscribe(answers::add);
        }
        batch.open(0);
        batch.open(1);
        batch.open(2);

        assertThat(batch.served).containsExactly(List.of("a1"), List.of("b1", "c1", "d1"), List.of("e1"));
        assertThat(answers).containsExactly("a1!", "b1!", "c1!", "d1!", "e1!");
        assertThat(coalescer.statements()).isEqualTo(3);
        assertThat(coalescer.calls()).isEqualTo(5);
    }

    @Test
    @DisplayName("no more statements are on their way than allowed")
    void inFlight() {
        Gated batch = new Gated();
        Coalescer<String, String> coalescer = new Coalescer<>(batch, one().inFlight(2));
        Flux.just("a1", "b1", "c1", "d1").flatMap(coalescer::call).subscribe();

        assertThat(batch.gates).hasSize(2);
        batch.open(1);
        assertThat(batch.gates).hasSize(3);
    }

    @Test
    @DisplayName("two calls about one thing never share a statement and leave in their order")
    void identities() {
        Gated batch = new Gated();
        Coalescer<String, String> coalescer = new Coalescer<>(batch, one());
        Flux.just("x1", "a1", "a2", "b1", "a3", "b2").flatMap(coalescer::call).subscribe();
        for (int statement = 0; statement < 4; statement++) {
            batch.open(statement);
        }

        assertThat(batch.served)
                .containsExactly(List.of("x1"), List.of("a1", "b1"), List.of("a2", "b2"), List.of("a3"));
    }

    @Test
    @DisplayName("each caller gets its own answer or error")
    void ownAnswers() {
        Recorder batch = new Recorder() {
            @Override
            public Mono<List<Answer<String>>> serve(List<String> calls) {
                return Mono.just(calls.stream()
                        .map(call -> call.startsWith("b")
                                ? Answer.<String>failed(NotFoundException.execution(call))
                                : Answer.of(call))
                        .toList());
            }
        };
        Coalescer<String, String> coalescer = new Coalescer<>(batch, one());

        coalescer.call("a1").as(StepVerifier::create).expectNext("a1").verifyComplete();
        coalescer.call("b1").as(StepVerifier::create).verifyError(NotFoundException.class);
    }

    @Test
    @DisplayName("a call that spoils its batch is isolated: only its caller hears of it")
    void poison() {
        Gated gate = new Gated();
        Recorder batch = new Recorder() {
            @Override
            public Mono<List<Answer<String>>> serve(List<String> calls) {
                if (calls.equals(List.of("x1"))) {
                    return gate.serve(calls);
                }
                return calls.contains("d1")
                        ? Mono.error(TransportException.terminal("test", new IOException("poison")))
                        : super.serve(calls);
            }
        };
        Coalescer<String, String> coalescer = new Coalescer<>(batch, one());
        List<String> answers = Collections.synchronizedList(new ArrayList<>());
        List<Throwable> errors = Collections.synchronizedList(new ArrayList<>());
        for (String call : List.of("x1", "a1", "b1", "c1", "d1", "e1", "f1")) {
            coalescer.call(call).subscribe(answers::add, errors::add);
        }
        gate.open(0);

        assertThat(answers).containsExactlyInAnyOrder("x1!", "a1!", "b1!", "c1!", "e1!", "f1!");
        assertThat(errors).hasSize(1);
    }

    @Test
    @DisplayName("when the database is away all callers hear it, and nothing is sent again")
    void away() {
        TestPublisher<List<Answer<String>>> database = TestPublisher.create();
        Recorder batch = new Recorder() {
            @Override
            public Mono<List<Answer<String>>> serve(List<String> calls) {
                served.add(calls);
                return database.mono();
            }
        };
        Coalescer<String, String> coalescer = new Coalescer<>(batch, one());
        List<Throwable> errors = new ArrayList<>();
        for (String call : List.of("x1", "a1", "b1")) {
            coalescer.call(call).subscribe(answer -> {}, errors::add);
        }
        database.error(TransportException.retryable("test", new IOException("away")));

        assertThat(errors).hasSize(3);
        assertThat(batch.served).containsExactly(List.of("x1"), List.of("a1", "b1"));
    }

    @Test
    @DisplayName("a caller that leaves takes its call out of the queue, and nobody else's")
    void leaving() {
        Gated batch = new Gated();
        Coalescer<String, String> coalescer = new Coalescer<>(batch, one());
        List<String> answers = new ArrayList<>();
        coalescer.call("a1").subscribe(answers::add);
        Disposable leaver = coalescer.call("b1").subscribe(answers::add);
        coalescer.call("c1").subscribe(answers::add);
        leaver.dispose();
        batch.open(0);
        batch.open(1);

        assertThat(batch.served).containsExactly(List.of("a1"), List.of("c1"));
        assertThat(answers).containsExactly("a1!", "c1!");
    }

    @Test
    @DisplayName("an answer whose caller left while it was on its way goes back to the verb")
    void unheard() {
        List<String> unheard = new ArrayList<>();
        Gated batch = new Gated() {
            @Override
            public void unheard(String answer) {
                unheard.add(answer);
            }
        };
        Coalescer<String, String> coalescer = new Coalescer<>(batch, one());
        List<String> answers = new ArrayList<>();
        coalescer.call("x1").subscribe(answers::add);
        Disposable leaver = coalescer.call("a1").subscribe(answers::add);
        coalescer.call("b1").subscribe(answers::add);
        batch.open(0);
        leaver.dispose();
        batch.open(1);

        assertThat(batch.served).containsExactly(List.of("x1"), List.of("a1", "b1"));
        assertThat(answers).containsExactly("x1!", "b1!");
        assertThat(unheard).containsExactly("a1!");
    }

    @Test
    @DisplayName("a call that nobody waits for is served like any other")
    void sent() {
        Gated batch = new Gated();
        Coalescer<String, String> coalescer = new Coalescer<>(batch, one());
        coalescer.send("a1");
        coalescer.send("b1");
        coalescer.call("c1").subscribe();
        batch.open(0);
        batch.open(1);

        assertThat(batch.served).containsExactly(List.of("a1"), List.of("b1", "c1"));
    }

    @Test
    @DisplayName("a statement carries as much as it may, by weight, and a call that is too heavy goes alone")
    void weight() {
        Gated batch = new Gated() {
            @Override
            public int weight(String call) {
                return Integer.parseInt(call.substring(1));
            }
        };
        Coalescer<String, String> coalescer = new Coalescer<>(batch, one().maxBatch(10));
        Flux.just("x1", "a6", "b5", "c4", "d70", "e5").flatMap(coalescer::call).subscribe();
        for (int statement = 0; statement < 4; statement++) {
            batch.open(statement);
        }

        assertThat(batch.served)
                .containsExactly(List.of("x1"), List.of("a6", "c4"), List.of("b5", "e5"), List.of("d70"));
    }

    @Test
    @DisplayName("a full queue refuses the next call with a typed error, or lets it wait by choice")
    void overload() {
        Coalescer<String, String> failing =
                new Coalescer<>(new Gated(), one().capacity(1, CoalescerSettings.Overload.FAIL));
        failing.call("a1").subscribe();
        failing.call("b1").subscribe();
        failing.call("c1")
                .as(StepVerifier::create)
                .verifyErrorSatisfies(error -> assertThat(error)
                        .isInstanceOf(ResourceExhaustedException.class)
                        .hasMessageContaining("test.verb")
                        .hasMessageContaining("1"));

        Gated batch = new Gated();
        Coalescer<String, String> waiting = new Coalescer<>(batch, one().capacity(1, CoalescerSettings.Overload.WAIT));
        List<String> answers = new ArrayList<>();
        Flux.just("a1", "b1", "c1").flatMap(waiting::call).subscribe(answers::add);
        batch.open(0);
        batch.open(1);
        assertThat(answers).containsExactly("a1!", "b1!", "c1!");
    }

    @Test
    @DisplayName("closing serves those who wait and refuses new ones")
    void closing() {
        Gated batch = new Gated();
        Coalescer<String, String> coalescer = new Coalescer<>(batch, one());
        List<String> answers = new ArrayList<>();
        Flux.just("a1", "b1").flatMap(coalescer::call).subscribe(answers::add);
        List<String> closed = new ArrayList<>();
        coalescer.close().subscribe(nothing -> {}, error -> {}, () -> closed.add("closed"));

        coalescer.call("c1").as(StepVerifier::create).verifyError(ClosedException.class);
        assertThat(closed).isEmpty();
        batch.open(0);
        batch.open(1);
        assertThat(answers).containsExactly("a1!", "b1!");
        assertThat(closed).containsExactly("closed");
    }

    @Test
    @DisplayName("100,000 calls from many threads are all answered, in few statements")
    void crowd() {
        Recorder batch = new Recorder() {
            @Override
            public Mono<List<Answer<String>>> serve(List<String> calls) {
                return super.serve(calls).delaySubscription(Duration.ofMillis(1), Schedulers.parallel());
            }

            @Override
            public Object identity(String call) {
                return call;
            }
        };
        Coalescer<String, String> coalescer = new Coalescer<>(batch, CoalescerSettings.defaults());

        Long answered = Flux.fromStream(IntStream.range(0, 100_000).mapToObj(n -> "c" + n))
                .parallel(4)
                .runOn(Schedulers.boundedElastic())
                .flatMap(coalescer::call, false, 25_000)
                .sequential()
                .count()
                .block(PATIENCE);

        assertThat(answered).isEqualTo(100_000);
        assertThat(coalescer.statements()).isLessThan(5_000);
    }
}
