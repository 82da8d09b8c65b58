package io.fluxfabric.engine.examples.retries;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.examples.Example;
import io.fluxfabric.engine.examples.InWords;
import io.fluxfabric.engine.examples.States;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.execution.SubmitOutcome;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.policy.Retry;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.task.TaskContext;
import io.fluxfabric.engine.task.Worker;
import java.time.Duration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A mailbox that is busy twice is tried again after a growing pause; an address that does not exist is not. */
public final class Retries {

    private static final Retry PATIENT =
            Retry.exponential(Duration.ofMillis(100)).max(5).jitter();

    record Mail(String to) {}

    static final class NoSuchAddressException extends RuntimeException {
        private static final long serialVersionUID = 1;

        NoSuchAddressException(String address) {
            super(address);
        }
    }

    private Retries() {}

    public static void main(String[] args) {
        Example.print(args, Retries::run).block();
    }

    static Flux<String> run(Engine engine) {
        Worker worker = Worker.on(engine)
                .handle("send-mail", Mail.class, Retries::send)
                .permanentOn(NoSuchAddressException.class);

        // A retry waits until its time has come; this is what puts it back on its lane.
        Flux<?> housekeeping = engine.reconcilers().run(Reconcilers.DELAYED_PROMOTION.every(Duration.ofMillis(50)));

        return engine.executions()
                .submitAll(Flux.just(mailTo("anna@example.org"), mailTo("nobody@example.org")))
                .map(SubmitOutcome::executionId)
                .collectList()
                .flatMapMany(mails -> worker.until(States.ended(engine, mails)).run())
                .takeUntilOther(housekeeping.then())
                .map(InWords::of);
    }

    private static Submit mailTo(String address) {
        return Submit.of("send-mail").payload(Payload.json(new Mail(address))).retry(PATIENT);
    }

    private static Mono<String> send(TaskContext task, Mail mail) {
        if (mail.to().startsWith("nobody")) {
            return Mono.error(new NoSuchAddressException(mail.to()));
        }
        return task.retries() < 2
                ? Mono.error(new IllegalStateException("the mailbox is busy"))
                : Mono.just("accepted at attempt " + task.attempt());
    }
}
