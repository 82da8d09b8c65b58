package io.fluxfabric.engine.r2dbc.kit;

import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.state.AttemptState;
import io.fluxfabric.engine.state.BlockingReason;
import io.fluxfabric.engine.state.EligibilityState;
import io.fluxfabric.engine.state.LifecyclePhase;
import io.fluxfabric.engine.state.OwnershipState;
import io.fluxfabric.engine.state.StateVector;
import io.fluxfabric.engine.state.TerminalOutcome;

/** Reads the state vector from a row that has its columns. */
public final class StateRows {

    private StateRows() {}

    public static StateVector read(RowReader row) {
        return new StateVector(
                LifecyclePhase.parse(row.text("lifecycle_phase")),
                OwnershipState.parse(row.text("ownership_state")),
                EligibilityState.parse(row.text("eligibility_state")),
                BlockingReason.parse(row.text("blocking_reason")),
                TerminalOutcome.parse(row.text("terminal_outcome")),
                AttemptState.parse(row.text("attempt_state")));
    }
}
