package io.fluxfabric.engine.r2dbc.audit;

import io.fluxfabric.engine.r2dbc.RawSql;
import io.fluxfabric.engine.testdb.PostgresServer;
import java.util.List;

class PostgresAuditTest extends AuditContract {

    PostgresAuditTest() {
        super(PostgresServer.shared().freshDatabase().r2dbcUrl());
    }

    @Override
    List<String> withoutChecks(String url) {
        return RawSql.on(url).texts("""
                SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname)
                  FROM pg_constraint WHERE contype = 'c' AND connamespace = current_schema()::regnamespace""");
    }
}
