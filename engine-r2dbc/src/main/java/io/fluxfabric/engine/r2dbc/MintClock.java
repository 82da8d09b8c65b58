package io.fluxfabric.engine.r2dbc;

import java.util.function.LongSupplier;

/**
 * This process's clock, for one purpose: the order of new ids, which keeps indexes compact. Nothing is ever decided by it, so a wrong
 * clock costs locality and no more.
 */
final class MintClock implements LongSupplier {

    @Override
    public long getAsLong() {
        return System.currentTimeMillis();
    }
}
