/** The engine's invariants, checked on the stored rows. */
@NullMarked
package io.fluxfabric.engine.audit;

import org.jspecify.annotations.NullMarked;
