package io.fluxfabric.engine.chaos.fault;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelOption;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Predicate;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.netty.Connection;

/** A client's connection and the one to the server that was opened for it, both on one event loop. */
final class Link {

    private final Connection client;
    private final Connection server;
    private final Gate gate;
    private final Scheduler loop;
    private final Conversation conversation;
    private final AtomicBoolean cut = new AtomicBoolean();

    Link(Connection client, Connection server, Gate gate, Function<String, Optional<Trap>> traps) {
        this.client = client;
        this.server = server;
        this.gate = gate;
        this.loop = Schedulers.fromExecutor(client.channel().eventLoop());
        this.conversation = new Conversation(traps, this::cut);
    }

    /** Passes bytes on, as fast as the receiving side takes them, until one side ends; then the other ends too. */
    Mono<Void> relay() {
        Mono<Void> up = pump(client, server, conversation::passesRequest);
        Mono<Void> down = pump(server, client, conversation::passesAnswer);
        return Mono.firstWithSignal(up, down).doFinally(end -> {
            client.dispose();
            server.dispose();
        });
    }

    private Mono<Void> pump(Connection from, Connection to, Predicate<ByteBuf> passes) {
        Flux<ByteBuf> bytes = from.inbound()
                .receive()
                .retain()
                .concatMap(buffer -> gate.pass(buffer, loop), 0) // none waits in a queue, where a cut would forget it
                .filter(buffer -> !cut.get() && passes.test(buffer)); // send(…) releases what is left out
        return to.outbound().send(bytes, buffer -> true).then();
    }

    /** Resets both sides: no orderly end, and nothing of what is on its way arrives. */
    void cut() {
        if (cut.compareAndSet(false, true)) {
            // Not in the middle of what the event loop is at, which may be this very link's bytes.
            client.channel().eventLoop().execute(() -> {
                abrupt(client); // Both before either ends, for the end of one is that of the other.
                abrupt(server);
                client.dispose();
                server.dispose();
            });
        }
    }

    static void reset(Connection connection) {
        abrupt(connection);
        connection.dispose();
    }

    private static void abrupt(Connection connection) {
        if (connection.channel().isOpen()) {
            connection.channel().config().setOption(ChannelOption.SO_LINGER, 0);
        }
    }
}
