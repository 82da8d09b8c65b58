package io.fluxfabric.engine.lease;

import java.util.List;
import java.util.Optional;

/**
 * One page of a listing.
 *
 * @param next the cursor of the next page; empty on the last one
 */
public record ExpiredLeasePage(List<ExpiredLease> leases, Optional<String> next) {

    public ExpiredLeasePage {
        leases = List.copyOf(leases);
    }
}
