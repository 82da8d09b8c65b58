package io.fluxfabric.engine.r2dbc.audit;

import java.util.List;
import java.util.UUID;

class SqliteAuditTest extends AuditContract {

    SqliteAuditTest() {
        super("r2dbc:sqlite:memory:///" + UUID.randomUUID());
    }

    @Override
    List<String> withoutChecks(String url) {
        return List.of("PRAGMA ignore_check_constraints = ON");
    }
}
