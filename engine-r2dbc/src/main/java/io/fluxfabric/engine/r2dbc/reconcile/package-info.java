/** The reconcilers on R2DBC: passes that do what is due, and the loop that repeats them. */
@NullMarked
package io.fluxfabric.engine.r2dbc.reconcile;

import org.jspecify.annotations.NullMarked;
