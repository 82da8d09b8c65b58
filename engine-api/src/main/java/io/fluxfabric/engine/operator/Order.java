package io.fluxfabric.engine.operator;

import io.fluxfabric.engine.limits.TextRule;

/** Who wants it, and why. */
public record Order(String actor, String reason) {

    public Order {
        TextRule.ACTOR.check("actor", actor);
        TextRule.REASON.check("reason", reason);
    }

    public static Order by(String actor, String reason) {
        return new Order(actor, reason);
    }
}
