package io.fluxfabric.engine.r2dbc.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.event.Cursor;
import io.fluxfabric.engine.event.LeaseEvent;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.r2dbc.RawSql;
import io.fluxfabric.engine.r2dbc.sql.connect.DatabaseUrl;
import io.r2dbc.spi.Connection;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** PostgreSQL alone lets several transactions write at once, so only there one can commit late. */
class PostgresLateEventTest extends PostgresFixture {

    @Test
    @DisplayName("an event of a slow transaction with a lower id is delivered, before those that it held back")
    void slowTransaction() {
        Handle early = givenRunning();
        List<LeaseEvent> before = leases(Optional.empty());
        assertThat(before).hasSize(1);

        Connection slow = await(Mono.from(DatabaseUrl.open(url()).create()));
        Mono.from(slow.beginTransaction())
                .then(RawSql.update(slow, released(early.executionId())))
                .block(PATIENCE);
        Handle late = givenRunning();

        Optional<Cursor> place = before.stream().map(LeaseEvent::cursor).findFirst();
        assertThat(leases(Optional.empty())).as("while it is open").isEqualTo(before);
        assertThat(leases(place)).as("while it is open").isEmpty();

        Mono.from(slow.commitTransaction()).then(Mono.from(slow.close())).block(PATIENCE);

        assertThat(leases(place))
                .extracting(LeaseEvent::executionId)
                .containsExactly(early.executionId(), late.executionId());
        assertThat(leases(place)).extracting(LeaseEvent::reason).contains(Optional.of("slowly"));
    }

    private List<LeaseEvent> leases(Optional<Cursor> after) {
        return await(scope().events().leases(after));
    }

    private String released(ExecutionId id) {
        return """
                INSERT INTO ff_lease_event (partition_key, execution_id, namespace, event_type, reason, attempt_index,
                       lease_epoch, occurred_at_ms)
                VALUES (%d, '%s', '%s', 'released', 'slowly', 0, 1, 0)""".formatted(id.partition(), id.uuid(), scope().namespace().value());
    }
}
