/** The right to claim one execution, given to a worker ahead of the claim. */
@NullMarked
package io.fluxfabric.engine.grant;

import org.jspecify.annotations.NullMarked;
