package io.fluxfabric.engine.proof.fault;

import io.fluxfabric.engine.r2dbc.EngineSettings;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.r2dbc.sql.connect.PoolSettings;
import io.r2dbc.spi.ConnectionFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;

/** Opens engines for a test and closes them after it, whatever became of it. */
abstract class Faults {

    private final List<AutoCloseable> open = new CopyOnWriteArrayList<>();

    static EngineSettings settings() {
        return EngineSettings.defaults()
                .pool(PoolSettings.defaults().size(4).reserved(1).maxAcquireTime(Duration.ofSeconds(2)));
    }

    /** Closed after the test, the last one first. */
    <T extends AutoCloseable> T closing(T something) {
        open.add(0, something);
        return something;
    }

    R2dbcEngine engine(String url) {
        return engine(url, settings());
    }

    R2dbcEngine engine(String url, EngineSettings settings) {
        return prepared(R2dbcEngine.open(url, settings));
    }

    R2dbcEngine engine(ConnectionFactory factory) {
        return prepared(R2dbcEngine.on(factory, settings()));
    }

    private R2dbcEngine prepared(R2dbcEngine engine) {
        open.add(0, () -> engine.close().block(Waiting.PATIENCE));
        engine.prepare().block(Waiting.PATIENCE);
        return engine;
    }

    Load load(R2dbcEngine... engines) {
        return closing(Load.on(engines));
    }

    @AfterEach
    final void closeAll() throws Exception {
        List<AutoCloseable> all = List.copyOf(open);
        open.clear();
        for (AutoCloseable one : all) {
            one.close();
        }
    }
}
