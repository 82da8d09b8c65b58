/** The worker registry on R2DBC, one verb per file. */
@NullMarked
package io.fluxfabric.engine.r2dbc.worker;

import org.jspecify.annotations.NullMarked;
