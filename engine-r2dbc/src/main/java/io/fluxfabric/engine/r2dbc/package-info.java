/** The engine on R2DBC: open it on a URL or a connection factory. */
@NullMarked
package io.fluxfabric.engine.r2dbc;

import org.jspecify.annotations.NullMarked;
