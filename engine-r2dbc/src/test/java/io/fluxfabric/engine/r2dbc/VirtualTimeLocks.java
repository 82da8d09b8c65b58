package io.fluxfabric.engine.r2dbc;

import java.util.stream.Stream;
import reactor.blockhound.BlockHound;
import reactor.blockhound.integration.BlockHoundIntegration;

/**
 * The scheduler of tests keeps its tasks in a queue with a lock. BlockHound must let a thread wait for that: what it throws inside
 * the lock leaves the lock taken for ever.
 */
public final class VirtualTimeLocks implements BlockHoundIntegration {

    @Override
    public void applyTo(BlockHound.Builder builder) {
        Stream.of("offer", "poll", "peek", "size", "remove", "removeEq", "clear")
                .forEach(method ->
                        builder.allowBlockingCallsInside("java.util.concurrent.PriorityBlockingQueue", method));
    }
}
