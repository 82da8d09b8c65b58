package io.fluxfabric.engine.r2dbc.lane;

import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.lane.Lane;
import io.fluxfabric.engine.limits.Limit;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.kit.Pages;
import io.fluxfabric.engine.r2dbc.kit.Pages.Page;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import io.fluxfabric.engine.state.LaneState;
import java.time.Instant;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Reads lanes by name, a page at a time. Names are ordered by their bytes, so that every database gives the same order. */
final class ListLanes {

    /** What an answer about a lane is made of. */
    static final String COLUMNS = "lane_id, state, registered_at_ms, state_reason";

    private static final Sql PAGE = Sql.of("""
            SELECT %s FROM ff_lane_registry
             WHERE namespace = :namespace AND lane_id {BYTEWISE} > :after
             ORDER BY lane_id {BYTEWISE} LIMIT :page""".formatted(COLUMNS));

    private static final Sql ONE = Sql.of(
            "SELECT %s FROM ff_lane_registry WHERE namespace = :namespace AND lane_id = :lane".formatted(COLUMNS));

    private final Kit kit;

    ListLanes(Kit kit) {
        this.kit = kit;
    }

    Flux<Lane> all() {
        int size = Math.toIntExact(kit.limits().get(Limit.LANES_PAGE));
        return Pages.from("", after -> page(after, size));
    }

    private Mono<Page<Lane, String>> page(String after, int size) {
        Binds binds = kit.binds().and("after", after).and("page", size + 1);
        return kit.tx()
                .read("lane.list", session -> session.list(PAGE, binds, ListLanes::lane))
                .map(lanes -> Page.of(lanes, size, last -> last.id().value()));
    }

    /** One lane; empty when there is none of that name. */
    Mono<Lane> one(LaneId id) {
        Binds binds = kit.binds().and("lane", id.value());
        return kit.tx().read("lane.find", session -> session.one(ONE, binds, ListLanes::lane));
    }

    static Lane lane(RowReader row) {
        return new Lane(
                LaneId.of(row.text("lane_id")),
                LaneState.parse(row.text("state")),
                Instant.ofEpochMilli(row.number("registered_at_ms")),
                Optional.ofNullable(row.textOrNull("state_reason")));
    }
}
