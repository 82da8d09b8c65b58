/** Planted violations that prove the architecture rules; see PlantedViolationsTest. */
@NullMarked
package io.fluxfabric.engine.r2dbc.planted;

import org.jspecify.annotations.NullMarked;
