package io.fluxfabric.engine.r2dbc.sql.bell;

import io.fluxfabric.engine.error.TransportException;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Renderer;
import io.fluxfabric.engine.r2dbc.sql.Session;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import io.fluxfabric.engine.r2dbc.sql.Tx;
import io.r2dbc.postgresql.api.Notification;
import io.r2dbc.postgresql.api.PostgresqlConnection;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ValidationDepth;
import io.r2dbc.spi.Wrapped;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * LISTEN on a connection of its own, because a pooled one would be given to others, and NOTIFY on a connection of the housekeeping.
 *
 * <p>A NOTIFY inside the transaction that made the work would hold an instance-wide lock while that commits, and halve the rate of
 * everybody; so it is sent afterwards. It need not survive a crash, so it does not wait for the disk.
 */
public final class PostgresDoorbell implements Doorbell {

    private static final Logger log = LoggerFactory.getLogger(PostgresDoorbell.class);

    private static final String CHANNEL = "fluxfabric_wake";
    private static final Duration CHECK_SOCKET = Duration.ofSeconds(1);
    private static final Duration CHECK_SERVER = Duration.ofSeconds(15);

    private static final Sql LISTEN = Sql.script("LISTEN " + CHANNEL);
    private static final Sql STILL_THERE = Sql.of("SELECT 1 AS there WHERE CAST(:once AS integer) = 1");
    private static final Sql NOTIFY = Sql.of("""
            SELECT set_config('synchronous_commit', 'off', true) AS setting, pg_notify('%s', :note) IS NULL AS sent""".formatted(CHANNEL));

    /** How much their commit must survive is for them to say. */
    private static final Sql NOTIFY_AT_COMMIT = Sql.of("SELECT pg_notify('" + CHANNEL + "', :note) IS NULL AS sent");

    /** No engine's name: who rings at a commit does not know when that is, so it wants to hear it too. */
    private static final String ANYBODY = "-";

    private final Mono<? extends Connection> connection;
    private final Tx tx;
    private final Renderer renderer;
    private final Scheduler timer;
    private final String me;

    /**
     * @param connection a new connection, outside all pools
     * @param me what tells this process from the others
     */
    public PostgresDoorbell(
            Mono<? extends Connection> connection, Tx tx, Renderer renderer, Scheduler timer, String me) {
        this.connection = connection;
        this.tx = tx;
        this.renderer = renderer;
        this.timer = timer;
        this.me = me;
    }

    @Override
    public Flux<String> rings(Mono<Void> end) {
        Flux<String> once = Flux.usingWhen(connection, on -> listen(on).takeUntilOther(end), Connection::close);
        return Relistening.until(end, once, timer);
    }

    private Flux<String> listen(Connection on) {
        Optional<PostgresqlConnection> postgres = unwrapped(on);
        if (postgres.isEmpty()) {
            log.warn("The connection is not one of r2dbc-postgresql; work of other processes is found by polling only");
            return Flux.never();
        }
        // Listened to before LISTEN is sent, because the driver keeps nothing for late comers. What was rung before
        // that is
        // unknown, so the first ring is our own: look everywhere.
        return Flux.merge(
                postgres.get()
                        .getNotifications()
                        .mapNotNull(this::where)
                        .concatWith(Mono.error(PostgresDoorbell::ended)),
                Session.on(on, renderer).run(LISTEN).thenReturn(ANYWHERE),
                stillThere(on));
    }

    private static Optional<PostgresqlConnection> unwrapped(Connection on) {
        if (on instanceof PostgresqlConnection postgres) {
            return Optional.of(postgres);
        }
        return on instanceof Wrapped<?> wrapped
                ? Optional.ofNullable(wrapped.unwrap(PostgresqlConnection.class))
                : Optional.empty();
    }

    private static TransportException ended() {
        return TransportException.retryable("wake.listen", new IOException("the connection has ended"));
    }

    /** The place that is meant, or null when it was this process that rang. */
    private @Nullable String where(Notification notification) {
        String note = Objects.requireNonNullElse(notification.getParameter(), "");
        int space = note.indexOf(' ');
        return note.substring(0, Math.max(space, 0)).equals(me) ? null : note.substring(space + 1);
    }

    /** A connection that died quietly gives no signal of its own: the socket is asked often, the server now and then. */
    private Flux<String> stillThere(Connection on) {
        Flux<Boolean> socket = Flux.interval(CHECK_SOCKET, timer)
                .onBackpressureDrop()
                .concatMap(tick -> Mono.from(on.validate(ValidationDepth.LOCAL)), 1);
        Flux<Boolean> server = Flux.interval(CHECK_SERVER, timer)
                .onBackpressureDrop()
                .concatMap(
                        tick -> Session.on(on, renderer)
                                .list(STILL_THERE, Binds.of("once", 1), row -> true)
                                .map(rows -> !rows.isEmpty())
                                .timeout(CHECK_SERVER, timer),
                        1);
        return Flux.merge(socket, server)
                .filter(there -> !there)
                .flatMap(gone -> Mono.<String>error(PostgresDoorbell::ended));
    }

    @Override
    public Mono<Void> ring(String where) {
        return tx.upkeep(
                        "wake.notify", session -> session.list(NOTIFY, Binds.of("note", me + " " + where), row -> true))
                .then();
    }

    @Override
    public Mono<Void> ringAtCommit(Tx theirs, String where) {
        return theirs.single(
                        "wake.notify",
                        session -> session.list(NOTIFY_AT_COMMIT, Binds.of("note", ANYBODY + " " + where), row -> true))
                .then();
    }

    /** The limit of a payload is 8000 bytes. */
    @Override
    public int longest() {
        return 7_900 - me.length();
    }
}
