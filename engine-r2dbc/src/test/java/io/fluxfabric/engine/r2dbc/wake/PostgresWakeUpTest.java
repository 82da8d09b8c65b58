package io.fluxfabric.engine.r2dbc.wake;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.r2dbc.RawSql;
import io.fluxfabric.engine.testdb.PostgresServer;
import io.fluxfabric.engine.testdb.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

class PostgresWakeUpTest extends WakeUpContract {

    private final TestDatabase database = PostgresServer.shared().freshDatabase();

    @Override
    String url() {
        return database.r2dbcUrl();
    }

    @Override
    @AfterEach
    void close() {
        super.close();
        database.drop();
    }

    @Test
    @DisplayName("a listener whose connection was cut listens again by itself and misses nothing")
    void connectionCut() {
        R2dbcEngine worker = engine(ONLY_HINTS);
        R2dbcEngine web = engine(ONLY_HINTS);
        Mono<Void> cutAndSubmit = listens(worker)
                .then(Mono.fromRunnable(this::cutListeners).subscribeOn(Schedulers.boundedElastic()))
                .then(submitted(web));

        Claimed claimed = both(waitingClaim(worker), cutAndSubmit);

        assertThat(claimed.kind().value()).isEqualTo("send");
    }

    private void cutListeners() {
        RawSql.on(url()).run("""
                        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                         WHERE datname = current_database() AND query ILIKE 'LISTEN%'""");
    }
}
