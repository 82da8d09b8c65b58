/** The command line behind the launcher. */
@NullMarked
package io.fluxfabric.engine.examples.cli;

import org.jspecify.annotations.NullMarked;
