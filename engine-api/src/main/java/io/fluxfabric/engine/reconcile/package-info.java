/** Housekeeping: what becomes of executions when time passes and nobody asks. */
@NullMarked
package io.fluxfabric.engine.reconcile;

import org.jspecify.annotations.NullMarked;
