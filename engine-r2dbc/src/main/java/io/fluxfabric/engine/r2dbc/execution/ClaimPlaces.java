package io.fluxfabric.engine.r2dbc.execution;

import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.id.IdMint;
import io.fluxfabric.engine.r2dbc.kit.Answer;
import io.fluxfabric.engine.r2dbc.sql.Rows;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/**
 * Who gets which of the executions that a statement takes for several claims: in turns, so that a large claim does not leave the
 * small ones empty.
 */
final class ClaimPlaces {

    private static final Comparator<Claimed> BEST_FIRST = Comparator.comparing(Claimed::priority)
            .reversed()
            .thenComparing(Claimed::createdAt)
            .thenComparing(one -> one.executionId().uuid().toString());

    private final List<ClaimExecutions.Call> calls;
    private final Rows rows = new Rows();
    private final Map<UUID, Integer> callByLease = new HashMap<>();

    ClaimPlaces(IdMint mint, List<ClaimExecutions.Call> calls) {
        this.calls = calls;
        int most = calls.stream().mapToInt(call -> call.claim().max()).max().orElse(0);
        for (int turn = 0; turn < most; turn++) {
            for (int call = 0; call < calls.size(); call++) {
                if (turn < calls.get(call).claim().max()) {
                    place(mint, call);
                }
            }
        }
    }

    private void place(IdMint mint, int call) {
        UUID lease = mint.lease().value();
        callByLease.put(lease, call);
        rows.add(lease, mint.attempt().value(), call + 1);
    }

    int count() {
        return callByLease.size();
    }

    /** A lease, an attempt, and the number of the claim they are for, counted from one. */
    Rows rows() {
        return rows;
    }

    /** The claim a lease is for. */
    Claim ofLease(UUID lease) {
        return calls.get(call(lease)).claim();
    }

    /** To each claim what was taken for it, best first: an UPDATE returns its rows in the order it met them. */
    List<Answer<ClaimExecutions.Taken>> dealt(List<Claimed> taken) {
        List<List<Claimed>> dealt = new ArrayList<>();
        calls.forEach(call -> dealt.add(new ArrayList<>()));
        taken.forEach(
                one -> dealt.get(call(one.handle().fence().leaseId().value())).add(one));
        dealt.forEach(some -> some.sort(BEST_FIRST));
        return dealt.stream().map(ClaimExecutions.Taken::new).map(Answer::of).toList();
    }

    private int call(UUID lease) {
        return Objects.requireNonNull(callByLease.get(lease));
    }
}
