/** How processes on one database tell each other that there may be work. */
@NullMarked
package io.fluxfabric.engine.r2dbc.sql.bell;

import org.jspecify.annotations.NullMarked;
