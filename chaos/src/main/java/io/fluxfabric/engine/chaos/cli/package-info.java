/** The commands behind the launcher. */
@NullMarked
package io.fluxfabric.engine.chaos.cli;

import org.jspecify.annotations.NullMarked;
