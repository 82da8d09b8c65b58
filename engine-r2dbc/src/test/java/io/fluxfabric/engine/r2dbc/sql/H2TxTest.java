package io.fluxfabric.engine.r2dbc.sql;

import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.R2dbcException;
import io.r2dbc.spi.R2dbcTransientResourceException;

class H2TxTest extends TxCancellationContract {

    @Override
    ConnectionFactory open() {
        return ConnectionFactories.get("r2dbc:h2:mem:///tx?options=DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=5000");
    }

    @Override
    Dialect dialect() {
        return new H2Dialect();
    }

    @Override
    boolean rowsHoldNullsAndBytes() {
        return false;
    }

    @Override
    R2dbcException contention() {
        return new R2dbcTransientResourceException("deadlock", "40001", 40001);
    }
}
