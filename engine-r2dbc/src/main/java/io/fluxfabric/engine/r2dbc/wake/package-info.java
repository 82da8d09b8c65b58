/** Hints that there may be work: lost ones cost a little time, never correctness. */
@NullMarked
package io.fluxfabric.engine.r2dbc.wake;

import org.jspecify.annotations.NullMarked;
