package io.fluxfabric.engine.r2dbc.lease;

import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.lease.LeaseRenewal;
import io.fluxfabric.engine.lease.RenewOutcome;
import io.fluxfabric.engine.limits.Limit;
import io.fluxfabric.engine.r2dbc.kit.Answer;
import io.fluxfabric.engine.r2dbc.kit.FencedVerb;
import io.fluxfabric.engine.r2dbc.kit.HandleFence;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.kit.LeaseEnd;
import io.fluxfabric.engine.r2dbc.sql.Chain;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.state.Transition;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Prolongs leases, any number in one statement.
 *
 * <p>A renewal changes two columns and no index: {@code lease_check_at_ms}, which is indexed, may fall behind, and whoever goes by it
 * looks at the expiry itself. An expiry never moves back, nor on past the end of the attempt's time.
 */
public final class RenewLeases implements FencedVerb<RenewLeases.Renewal, LeaseRenewal> {

    /** Which lease to prolong. */
    public record Renewal(Handle handle) implements FencedVerb.Request {}

    private static final String WANTED =
            "CASE WHEN attempt_timeout_at_ms < {NOW} + h_ttl THEN attempt_timeout_at_ms ELSE {NOW} + h_ttl END";

    /** What the statement returns. */
    public static final String COLUMNS = """
            partition_key integer, execution_id uuid, lease_epoch bigint, lease_expires_at_ms bigint, \
            lease_worker_instance_id text""";

    public static final String STATEMENT =
            """
            UPDATE ff_exec_core
               SET lease_expires_at_ms = CASE WHEN %1$s > lease_expires_at_ms THEN %1$s ELSE lease_expires_at_ms END,
                   lease_renewed_at_ms = {NOW}
              FROM %2$s WHERE %3$s
            RETURNING partition_key, execution_id, lease_epoch, lease_expires_at_ms, lease_worker_instance_id""".formatted(WANTED, HandleFence.handles("h_ttl bigint"), HandleFence.holds(Transition.RENEW));

    private static final Chain RENEW = Chain.of("renewed(" + COLUMNS + ")", STATEMENT);

    private final Kit kit;

    public RenewLeases(Kit kit) {
        this.kit = kit;
    }

    Mono<LeaseRenewal> one(Handle handle) {
        return one(kit, new Renewal(handle));
    }

    Flux<RenewOutcome> all(List<Handle> handles) {
        int batch = Math.toIntExact(kit.limits().get(Limit.RENEW_BATCH));
        return Flux.defer(() -> Flux.fromIterable(List.copyOf(handles)))
                .buffer(batch)
                // The next batch is renewed when the outcomes of this one have been read.
                .concatMap(this::batch, 0)
                .concatMapIterable(outcomes -> outcomes, 1);
    }

    /** A handle that stands in the list twice is sent once. */
    private Mono<List<RenewOutcome>> batch(List<Handle> handles) {
        List<Handle> distinct = handles.stream().distinct().toList();
        return run(kit, distinct.stream().map(Renewal::new).toList()).map(answers -> {
            Map<Handle, RenewOutcome> outcomes = new HashMap<>();
            for (int place = 0; place < distinct.size(); place++) {
                outcomes.put(distinct.get(place), outcome(distinct.get(place), answers.get(place)));
            }
            return handles.stream()
                    .map(handle -> Objects.requireNonNull(outcomes.get(handle)))
                    .toList();
        });
    }

    private static RenewOutcome outcome(Handle handle, Answer<LeaseRenewal> answer) {
        return answer.fold(
                renewal -> new RenewOutcome.Renewed(handle, renewal), reason -> new RenewOutcome.Lost(handle, reason));
    }

    @Override
    public String operation() {
        return "lease.renew";
    }

    @Override
    public Chain chain() {
        return RENEW;
    }

    @Override
    public boolean isUpkeep() {
        return true;
    }

    /** The length of a lease is the one thing in a handle that nothing stored confirms, so it gets no more than a claim would. */
    @Override
    public @Nullable Object[] row(Renewal renewal) {
        long longest = kit.limits().get(Limit.LEASE_TTL_MAX);
        return HandleFence.row(renewal.handle(), Math.min(renewal.handle().ttl().toMillis(), longest));
    }

    @Override
    public LeaseRenewal done(Renewal renewal, RowReader row) {
        return new LeaseRenewal(
                renewal.handle().executionId(),
                row.number("lease_epoch"),
                Instant.ofEpochMilli(row.number("lease_expires_at_ms")));
    }

    /** A renewal ends no lease, so no end of a lease is a repetition of one. */
    @Override
    public Optional<LeaseRenewal> repeated(Renewal renewal, LeaseEnd end) {
        return Optional.empty();
    }
}
