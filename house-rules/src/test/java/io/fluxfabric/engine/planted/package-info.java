/** Planted violations that prove the architecture rules; see PlantedViolationsTest. */
@NullMarked
package io.fluxfabric.engine.planted;

import org.jspecify.annotations.NullMarked;
