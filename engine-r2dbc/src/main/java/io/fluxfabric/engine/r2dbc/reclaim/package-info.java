/** Taking over from holders that were lost. */
@NullMarked
package io.fluxfabric.engine.r2dbc.reclaim;

import org.jspecify.annotations.NullMarked;
