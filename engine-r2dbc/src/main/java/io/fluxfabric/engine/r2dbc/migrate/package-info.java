/** Brings a database to the schema this engine needs, or says why it cannot. */
@NullMarked
package io.fluxfabric.engine.r2dbc.migrate;

import org.jspecify.annotations.NullMarked;
