package io.fluxfabric.engine.proof.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import io.fluxfabric.engine.Scope;
import io.fluxfabric.engine.error.EngineException;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.grant.ClaimGrant;
import io.fluxfabric.engine.grant.ConsumeGrant;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.lease.Fence;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.operator.RevokeLease;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.policy.Failure;
import io.fluxfabric.engine.proof.Ground;
import io.fluxfabric.engine.reclaim.ReclaimExecution;
import io.fluxfabric.engine.reconcile.Reconcilers;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * What is secret stays out of the engine's log, however much is logged, and out of every error, its details and its causes. It stays
 * out of the log of the driver's statements, too, because nothing of it is ever part of a statement. What the PostgreSQL driver
 * dumps of its wire at TRACE is another matter: that is everything, and nobody can help it.
 */
abstract class SecretsContract {

    private static final String PAYLOAD = "payload-f00dfeed";
    private static final String RESULT = "result-f00dfeed";
    private static final String DETAIL = "detail-f00dfeed";

    private final List<String> secrets = new ArrayList<>(List.of(PAYLOAD, RESULT, DETAIL));
    private final List<String> told = new ArrayList<>();

    abstract String url();

    abstract void dispose();

    /** So that a log nobody wrote is not taken for a discreet one. */
    abstract int leastLogged();

    @Test
    @DisplayName("payloads, results, lease ids, handles and grants are told to nobody")
    void kept() {
        Recorder recorder = new Recorder();
        recorder.listen("io.fluxfabric", Level.TRACE);
        recorder.listen("io.r2dbc", Level.DEBUG);
        Ground ground = new Ground(url());
        try {
            live(ground);
        } finally {
            ground.engine().close().block(Ground.PATIENCE);
            recorder.stop();
            dispose();
        }
        assertThat(told).as("refusals").hasSizeGreaterThan(10);
        assertThat(recorder.lines)
                .as("logged lines")
                .hasSizeGreaterThan(leastLogged())
                .noneMatch(this::isSecret);
        assertThat(told).noneMatch(this::isSecret);
    }

    private boolean isSecret(String line) {
        return secrets.stream().anyMatch(line::contains);
    }

    private void live(Ground ground) {
        ground.fresh();
        Scope scope = ground.scope();
        Submit submit = Submit.of("play")
                .lane(Ground.LANE)
                .payload(Payload.text(PAYLOAD))
                .idempotencyKey("k");
        Ground.await(scope.executions().submit(submit));
        refused(scope.executions().submit(submit.payload(Payload.text(PAYLOAD + "2"))));
        Handle handle = held(ground);
        everythingWith(scope, held(forged(handle)));
        Ground.await(scope.operator().revokeLease(RevokeLease.of(handle.executionId(), Ground.ORDER)));
        everythingWith(scope, handle);

        ClaimGrant grant = ground.granted();
        secrets.add(grant.key().value());
        WorkerIdentity other = WorkerIdentity.of("bert", "bert-1");
        refused(scope.grants().claim(ConsumeGrant.with(grant.key()).as(other)));
        refused(scope.reclaims().reclaim(ReclaimExecution.with(grant.key()).as(other)));
        Ground.await(scope.grants().claim(ConsumeGrant.of(grant)));
        refused(scope.grants().claim(ConsumeGrant.of(grant)));

        Handle lapsed = held(ground.lapsed());
        everythingWith(scope, lapsed);
        Ground.await(ground.engine().reconcilers().pass(Reconcilers.LEASE_EXPIRY));
        everythingWith(scope, lapsed);
        Ground.await(ground.engine().rotateSigningKey(Duration.ofHours(1)));
    }

    private Handle held(Ground ground) {
        return held(
                Ground.await(ground.scope().executions().claim(ground.aClaim()).next())
                        .handle());
    }

    private Handle held(Handle handle) {
        secrets.add(handle.encode());
        secrets.add(handle.fence().leaseId().value().toString());
        secrets.add(handle.fence().leaseId().value().toString().replace("-", ""));
        told.add(handle.toString());
        return handle;
    }

    private static Handle forged(Handle handle) {
        return new Handle(
                handle.backend(),
                handle.kind(),
                new Fence(
                        handle.executionId(),
                        0,
                        handle.fence().attemptId(),
                        handle.fence().leaseId(),
                        99),
                handle.lane(),
                handle.worker(),
                handle.ttl());
    }

    private void everythingWith(Scope scope, Handle handle) {
        refused(scope.leases().renew(handle));
        refused(scope.executions().complete(handle, Payload.text(RESULT)));
        refused(scope.executions().fail(handle, Failure.permanent("broken").withDetail(Payload.text(DETAIL))));
        refused(scope.executions().release(handle, "tired"));
        told.add(String.valueOf(scope.leases().renewAll(List.of(handle)).blockLast(Ground.PATIENCE)));
    }

    /** An answer is told as well: it must not show more than it has to. */
    private void refused(Mono<?> call) {
        try {
            told.add(String.valueOf(call.block(Ground.PATIENCE)));
        } catch (EngineException refusal) {
            StringWriter stack = new StringWriter();
            refusal.printStackTrace(new PrintWriter(stack, true));
            told.add(stack + " " + refusal.details());
        }
    }

    /** Everything some loggers say. */
    private static final class Recorder extends AppenderBase<ILoggingEvent> {

        private final Queue<String> lines = new ConcurrentLinkedQueue<>();
        private final List<Logger> loggers = new ArrayList<>();

        void listen(String name, Level level) {
            Logger logger = (Logger) LoggerFactory.getLogger(name);
            logger.setLevel(level);
            logger.setAdditive(false);
            logger.addAppender(this);
            loggers.add(logger);
            setContext(logger.getLoggerContext());
            start();
        }

        @Override
        public void stop() {
            loggers.forEach(logger -> {
                logger.detachAppender(this);
                logger.setLevel(null);
                logger.setAdditive(true);
            });
            super.stop();
        }

        @Override
        protected void append(ILoggingEvent event) {
            lines.add(event.getFormattedMessage()
                    + (event.getThrowableProxy() == null
                            ? ""
                            : ThrowableProxyUtil.asString(event.getThrowableProxy())));
        }
    }
}
