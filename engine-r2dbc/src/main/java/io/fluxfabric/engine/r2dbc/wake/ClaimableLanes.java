package io.fluxfabric.engine.r2dbc.wake;

import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.id.Namespace;
import io.fluxfabric.engine.r2dbc.sql.ChainObserver;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.r2dbc.sql.RowsTemplate;
import io.fluxfabric.engine.state.PublicState;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Notices on which lanes a commit made something claimable. Every chain that moves executions returns their lane and state, so no verb
 * has to think of it.
 */
public final class ClaimableLanes implements ChainObserver {

    private static final RowsTemplate COLUMNS =
            RowsTemplate.parse("claimable(namespace text, lane_id text, public_state text)");

    private static final Set<String> CLAIMABLE = Set.of(PublicState.WAITING.literal(), PublicState.RESUMABLE.literal());

    private final Consumer<Set<LaneKey>> told;

    public ClaimableLanes(Consumer<Set<LaneKey>> told) {
        this.told = told;
    }

    @Override
    public boolean wants(RowsTemplate answer) {
        return answer.columns().stream()
                .map(RowsTemplate.Column::name)
                .toList()
                .containsAll(COLUMNS.columns().stream()
                        .map(RowsTemplate.Column::name)
                        .toList());
    }

    @Override
    public RowsTemplate columns() {
        return COLUMNS;
    }

    @Override
    public void committed(List<RowReader> rows) {
        Set<LaneKey> lanes = new HashSet<>();
        for (RowReader row : rows) {
            if (CLAIMABLE.contains(row.text("public_state"))) {
                lanes.add(new LaneKey(Namespace.of(row.text("namespace")), LaneId.of(row.text("lane_id"))));
            }
        }
        if (!lanes.isEmpty()) {
            told.accept(lanes);
        }
    }
}
