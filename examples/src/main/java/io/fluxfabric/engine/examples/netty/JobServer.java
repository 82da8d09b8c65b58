package io.fluxfabric.engine.examples.netty;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.examples.Example;
import io.fluxfabric.engine.examples.InWords;
import io.fluxfabric.engine.task.Worker;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

/** A service that takes jobs over HTTP and runs them itself. Ctrl-C closes the door first, then drains the worker. */
public final class JobServer {

    private JobServer() {}

    public static void main(String[] args) {
        Mono<Void> stop = Example.interrupted();
        Example.print(args, engine -> run(engine, stop)).block();
    }

    /** Tells its address first, then what its worker does, until it is stopped. */
    static Flux<String> run(Engine engine, Mono<Void> stop) {
        return Flux.usingWhen(
                bound(new JobRoutes(engine)),
                server -> Flux.concat(
                        Mono.just("POST jobs to http://127.0.0.1:" + server.port() + "/jobs"),
                        worker(engine).until(closed(server, stop)).run().map(InWords::of)),
                JobServer::closed);
    }

    private static Mono<? extends DisposableServer> bound(JobRoutes routes) {
        return HttpServer.create()
                .host("127.0.0.1")
                .port(0)
                .route(paths -> paths.post("/jobs", routes::submit)
                        .get("/jobs/{id}", routes::show)
                        .get("/jobs/{id}/events", routes::follow))
                .bind();
    }

    private static Worker worker(Engine engine) {
        return Worker.on(engine)
                .lane("jobs")
                .handle("greet", Job.class, (task, job) -> Mono.just("hello " + job.name()));
    }

    private static Mono<Void> closed(DisposableServer server, Mono<Void> stop) {
        return stop.then(Mono.defer(() -> closed(server)));
    }

    private static Mono<Void> closed(DisposableServer server) {
        server.dispose();
        return server.onDispose();
    }
}
