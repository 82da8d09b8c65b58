/** Leases that lapse, as a stream. */
@NullMarked
package io.fluxfabric.engine.examples.expired;

import org.jspecify.annotations.NullMarked;
