package io.fluxfabric.engine.examples.crash;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.error.LeaseLostException;
import io.fluxfabric.engine.examples.Example;
import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.lease.ExpiredLease;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.reclaim.IssueReclaimGrant;
import io.fluxfabric.engine.reclaim.ReclaimExecution;
import io.fluxfabric.engine.reclaim.ReclaimGrantOutcome;
import io.fluxfabric.engine.reclaim.ReclaimOutcome;
import java.time.Duration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Anna takes a video and is not heard of again. Bert sees her lease lapse, takes over, and Anna comes too late. */
public final class CrashAndReclaim {

    private static final WorkerIdentity ANNA = WorkerIdentity.of("anna", "anna-1");
    private static final WorkerIdentity BERT = WorkerIdentity.of("bert", "bert-1");

    private CrashAndReclaim() {}

    public static void main(String[] args) {
        Example.print(args, CrashAndReclaim::run).block();
    }

    static Flux<String> run(Engine engine) {
        Claim brief = Claim.lane("video").as(ANNA).lease(Duration.ofMillis(300));

        return engine.executions()
                .submit(Submit.of("render-video").lane("video"))
                .thenMany(engine.executions().claim(brief))
                .map(Claimed::handle)
                .concatMap(annas -> Flux.concat(
                        Mono.just("anna has it, epoch " + annas.fence().epoch()),
                        rescued(engine)
                                .flatMapMany(berts -> Flux.concat(
                                        Mono.just("bert has it, epoch "
                                                + berts.fence().epoch()),
                                        complete(engine, annas, "anna"),
                                        complete(engine, berts, "bert")))));
    }

    private static Mono<Handle> rescued(Engine engine) {
        return engine.leases()
                .watchExpired(Duration.ofMillis(50))
                .concatMap(lapsed -> takeOver(engine, lapsed))
                .next();
    }

    private static Mono<Handle> takeOver(Engine engine, ExpiredLease lapsed) {
        return engine.reclaims()
                .issueGrant(IssueReclaimGrant.of(lapsed.executionId()).to(BERT))
                .ofType(ReclaimGrantOutcome.Granted.class)
                .flatMap(granted -> engine.reclaims()
                        .reclaim(ReclaimExecution.with(granted.grant()).as(BERT)))
                .ofType(ReclaimOutcome.Claimed.class)
                .map(ReclaimOutcome.Claimed::handle);
    }

    private static Mono<String> complete(Engine engine, Handle handle, String who) {
        return engine.executions()
                .complete(handle, Payload.text("rendered by " + who))
                .map(done -> who + " completed it")
                .onErrorResume(LeaseLostException.class, lost -> Mono.just(who + " is refused: " + lost.getMessage()));
    }
}
