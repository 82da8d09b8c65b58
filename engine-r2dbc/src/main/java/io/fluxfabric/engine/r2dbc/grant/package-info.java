/** Grants and the keys that sign them. */
@NullMarked
package io.fluxfabric.engine.r2dbc.grant;

import org.jspecify.annotations.NullMarked;
