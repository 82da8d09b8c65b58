package io.fluxfabric.engine.examples;

import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.testdb.PostgresServer;
import io.fluxfabric.engine.testdb.SqliteFiles;
import io.fluxfabric.engine.testdb.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import reactor.core.publisher.Flux;

/** The databases on which every example is run; a new one each time. */
public enum BothDatabases {
    SQLITE {
        @Override
        public <T> T with(Function<String, T> test) {
            try (SqliteFiles files = SqliteFiles.create()) {
                return test.apply(files.freshUrl());
            }
        }
    },
    POSTGRESQL {
        @Override
        public <T> T with(Function<String, T> test) {
            try (TestDatabase database = PostgresServer.shared().freshDatabase()) {
                return test.apply(database.r2dbcUrl());
            }
        }
    };

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Runs a test with the URL of an empty database. */
    public abstract <T> T with(Function<String, T> test);

    /** Everything an example tells. */
    public List<String> told(Function<R2dbcEngine, Flux<String>> example) {
        return with(url -> Example.on(url, example).collectList().block(PATIENCE));
    }
}
