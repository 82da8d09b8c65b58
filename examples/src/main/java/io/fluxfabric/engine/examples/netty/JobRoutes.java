package io.fluxfabric.engine.examples.netty;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.examples.States;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.state.PublicState;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/** The HTTP side: requests become calls of the engine, and answers become JSON. */
final class JobRoutes {

    private final Engine engine;

    JobRoutes(Engine engine) {
        this.engine = engine;
    }

    /** {@code POST /jobs} stores the body as a job before it answers. */
    Publisher<Void> submit(HttpServerRequest request, HttpServerResponse response) {
        return request.receive()
                .aggregate()
                .asByteArray()
                .defaultIfEmpty(new byte[0])
                .map(body -> Payload.json(Payload.bytes(body, Payload.JSON).as(Job.class)))
                .flatMap(job -> engine.executions()
                        .submit(Submit.of("greet").lane("jobs").payload(job)))
                .flatMap(stored -> json(
                        response.status(202), Map.of("id", stored.executionId().toString())))
                .onErrorResume(
                        ValidationException.class, refused -> refuse(response, 400, refused.field() + " is refused"));
    }

    /** {@code GET /jobs/{id}} says how it is. */
    Publisher<Void> show(HttpServerRequest request, HttpServerResponse response) {
        return Mono.fromSupplier(() -> idIn(request))
                .flatMap(engine.executions()::describe)
                .single()
                .flatMap(execution -> json(response, JobView.of(execution)))
                .onErrorResume(JobRoutes::isUnknown, unknown -> refuse(response, 404, "no such job"));
    }

    /** {@code GET /jobs/{id}/events} streams its states as server-sent events, and ends with the job. */
    Publisher<Void> follow(HttpServerRequest request, HttpServerResponse response) {
        return Mono.fromSupplier(() -> idIn(request))
                .flatMap(id -> engine.executions().state(id).thenReturn(id))
                .single()
                .flatMap(id -> response.sse()
                        .send(States.of(engine, id).map(JobRoutes::event), event -> true)
                        .then())
                .onErrorResume(JobRoutes::isUnknown, unknown -> refuse(response, 404, "no such job"));
    }

    private static ExecutionId idIn(HttpServerRequest request) {
        String encoded = Objects.requireNonNullElse(request.param("id"), "");
        return ExecutionId.parse(QueryStringDecoder.decodeComponent(encoded));
    }

    private static boolean isUnknown(Throwable error) {
        return error instanceof ValidationException || error instanceof NoSuchElementException;
    }

    private static ByteBuf event(PublicState state) {
        return Unpooled.copiedBuffer("data: " + state.literal() + "\n\n", StandardCharsets.UTF_8);
    }

    private static Mono<Void> refuse(HttpServerResponse response, int status, String why) {
        return json(response.status(status), Map.of("error", why));
    }

    private static Mono<Void> json(HttpServerResponse response, Object value) {
        return response.header(HttpHeaderNames.CONTENT_TYPE, Payload.JSON)
                .sendByteArray(Mono.just(Payload.json(value).toBytes()))
                .then();
    }
}
