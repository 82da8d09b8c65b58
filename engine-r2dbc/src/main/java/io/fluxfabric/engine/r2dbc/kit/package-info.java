/** What every operation works with: its means, and the steps and conditions that several of them share. */
@NullMarked
package io.fluxfabric.engine.r2dbc.kit;

import org.jspecify.annotations.NullMarked;
