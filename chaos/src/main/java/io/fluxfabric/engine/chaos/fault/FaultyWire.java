package io.fluxfabric.engine.chaos.fault;

import io.r2dbc.spi.ConnectionFactoryOptions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;
import reactor.netty.DisposableServer;
import reactor.netty.NettyInbound;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.tcp.TcpClient;
import reactor.netty.tcp.TcpServer;

/** A wire to a PostgreSQL server that can be broken: it listens on a port of its own on loopback and passes everything on. */
public final class FaultyWire implements AutoCloseable {

    private static final String LOOPBACK = "127.0.0.1";
    private static final int POSTGRES_PORT = 5432;
    private static final Duration CLOSING = Duration.ofSeconds(10);

    private final String host;
    private final int port;
    private final Gate gate = new Gate();
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private final List<Trap> traps = new CopyOnWriteArrayList<>();
    private final DisposableServer server;
    private volatile boolean refusing;

    private FaultyWire(String host, int port) {
        this.host = host;
        this.port = port;
        this.server = TcpServer.create()
                .host(LOOPBACK)
                .port(0)
                .handle((inbound, outbound) -> accepted(inbound))
                .bindNow();
    }

    /** A wire to the server of an R2DBC URL. */
    public static FaultyWire before(String r2dbcUrl) {
        ConnectionFactoryOptions options = ConnectionFactoryOptions.parse(r2dbcUrl);
        Object port = options.getValue(ConnectionFactoryOptions.PORT);
        return new FaultyWire(
                String.valueOf(options.getRequiredValue(ConnectionFactoryOptions.HOST)),
                port == null ? POSTGRES_PORT : Integer.parseInt(port.toString()));
    }

    /** The same database through this wire. */
    public String url(String r2dbcUrl) {
        return r2dbcUrl.replaceFirst("(://(?:[^@/?]*@)?)[^/?]*", "$1" + LOOPBACK + ":" + server.port());
    }

    private Publisher<Void> accepted(NettyInbound inbound) {
        CompletableFuture<Connection> client = new CompletableFuture<>();
        inbound.withConnection(client::complete);
        return Mono.fromFuture(client).flatMap(connection -> refusing ? refused(connection) : linked(connection));
    }

    private static Mono<Void> refused(Connection client) {
        return Mono.fromRunnable(() -> Link.reset(client));
    }

    private Mono<Void> linked(Connection client) {
        return TcpClient.create(ConnectionProvider.newConnection())
                .host(host)
                .port(port)
                .runOn(client.channel().eventLoop())
                .connect()
                .onErrorResume(error -> refused(client).then(Mono.empty()))
                .flatMap(upstream -> relayed(new Link(client, upstream, gate, this::take)));
    }

    private Mono<Void> relayed(Link link) {
        links.add(link);
        return link.relay().doFinally(end -> links.remove(link));
    }

    private Optional<Trap> take(String statement) {
        Optional<Trap> set =
                traps.stream().filter(trap -> trap.catches(statement)).findFirst();
        return set.filter(traps::remove); // Another connection may have been quicker.
    }

    /** How many connections there are. */
    public int connections() {
        return links.size();
    }

    /** Resets all connections now. */
    public void cut() {
        links.forEach(Link::cut);
    }

    /**
     * Resets the connection on which the next statement comes by that contains the text ({@code ""}: any), in the middle of it.
     * What the future gives is the statement. A client that encrypts is not understood, and never cut so.
     */
    public CompletableFuture<String> cutAt(String text, Loss loss) {
        Trap trap = new Trap(text, loss, new CompletableFuture<>());
        traps.add(trap);
        return trap.sprung();
    }

    /** Forgets the cuts whose moment has not come. */
    public void disarm() {
        traps.clear();
    }

    /** Holds everything in both directions; connections stay open, and new ones can be made but hear nothing. */
    public void stall() {
        gate.close();
    }

    /** Lets go what was held. */
    public void resume() {
        gate.open();
    }

    /** Breaks every new connection at once; those there are stay. */
    public void refuse() {
        refusing = true;
    }

    /** Takes new connections again. */
    public void accept() {
        refusing = false;
    }

    /** Cuts everything and gives the port back. */
    @Override
    public void close() {
        refusing = true;
        gate.open();
        cut();
        server.disposeNow(CLOSING);
    }
}
