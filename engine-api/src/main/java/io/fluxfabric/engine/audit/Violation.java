package io.fluxfabric.engine.audit;

import java.util.Optional;

/**
 * A stored row that breaks one of the engine's invariants. There should be none, ever.
 *
 * @param invariant which rule, by a stable name
 * @param executionId of what
 * @param detail what was found
 */
public record Violation(String invariant, Optional<String> executionId, String detail) {}
