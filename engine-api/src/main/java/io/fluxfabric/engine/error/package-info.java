/** Everything that can go wrong, as one tree of typed errors with stable codes. */
@NullMarked
package io.fluxfabric.engine.error;

import org.jspecify.annotations.NullMarked;
