package io.fluxfabric.engine.examples.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.examples.BothDatabases;
import io.fluxfabric.engine.examples.Example;
import io.fluxfabric.engine.payload.Payload;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.netty.http.client.HttpClient;

class JobServerTest {

    record Stored(String id) {}

    record Answer(int status, String body) {
        <T> T as(Class<T> type) {
            return Payload.bytes(body.getBytes(StandardCharsets.UTF_8), Payload.JSON)
                    .as(type);
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("a posted job is stored, followed to its end, and shown; then the server ends in good order")
    void runs(BothDatabases database) {
        Sinks.Empty<Void> stop = Sinks.empty();
        List<String> told = database.with(url -> Example.on(url, engine -> JobServer.run(engine, stop.asMono()))
                .concatMap(line -> line.startsWith("POST jobs to ")
                        ? exercised(line.substring("POST jobs to ".length())).doOnSuccess(done -> stop.tryEmitEmpty())
                        : Mono.just(line))
                .collectList()
                .block(Duration.ofSeconds(60)));

        assertThat(told).contains("all is well").containsSubsequence("worker is there", "worker is gone");
    }

    private static Mono<String> exercised(String jobs) {
        return post(jobs, "{\"name\":\"Anna\"}")
                .doOnNext(answer -> assertThat(answer.status()).isEqualTo(202))
                .map(answer -> jobs + "/"
                        + answer.as(Stored.class).id().replace("{", "%7B").replace("}", "%7D"))
                .flatMap(job -> Flux.concat(get(job + "/events"), get(job), get(job + "0"), get(jobs + "/x/events"))
                        .concatWith(post(jobs, "{}"))
                        .collectList())
                .doOnNext(JobServerTest::check)
                .thenReturn("all is well");
    }

    private static void check(List<Answer> answers) {
        assertThat(answers).extracting(Answer::status).containsExactly(200, 200, 404, 404, 400);
        assertThat(answers.get(0).body()).endsWith("data: completed\n\n");
        JobView view = answers.get(1).as(JobView.class);
        assertThat(view.state()).isEqualTo("completed");
        assertThat(view.attempts()).isEqualTo(1);
    }

    private static Mono<Answer> get(String url) {
        return HttpClient.newConnection()
                .get()
                .uri(url)
                .responseSingle((response, body) -> body.asString()
                        .defaultIfEmpty("")
                        .map(text -> new Answer(response.status().code(), text)));
    }

    private static Mono<Answer> post(String url, String json) {
        return HttpClient.newConnection()
                .post()
                .uri(url)
                .send((request, out) -> out.sendString(Mono.just(json)))
                .responseSingle((response, body) -> body.asString()
                        .defaultIfEmpty("")
                        .map(text -> new Answer(response.status().code(), text)));
    }
}
