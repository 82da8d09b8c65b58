/** Tests of the driver, most of them against a database in a temporary file. */
@NullMarked
package io.fluxfabric.r2dbc.sqlite;

import org.jspecify.annotations.NullMarked;
