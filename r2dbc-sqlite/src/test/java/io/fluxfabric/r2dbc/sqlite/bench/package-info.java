/** How much of plain sqlite-jdbc's speed the driver keeps. */
@NullMarked
package io.fluxfabric.r2dbc.sqlite.bench;

import org.jspecify.annotations.NullMarked;
