/** How much of everything the engine accepts: rules for texts that always hold, and limits that can be set. */
@NullMarked
package io.fluxfabric.engine.limits;

import org.jspecify.annotations.NullMarked;
