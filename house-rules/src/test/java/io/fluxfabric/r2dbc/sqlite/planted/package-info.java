/** Planted violations that prove the architecture rules; see PlantedViolationsTest. */
@NullMarked
package io.fluxfabric.r2dbc.sqlite.planted;

import org.jspecify.annotations.NullMarked;
