/** Planted violations that prove the architecture rules; see PlantedViolationsTest. */
@NullMarked
package io.fluxfabric.engine.r2dbc.plantedtwin;

import org.jspecify.annotations.NullMarked;
