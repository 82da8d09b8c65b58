/** A worker is lost, and another one takes over. */
@NullMarked
package io.fluxfabric.engine.examples.crash;

import org.jspecify.annotations.NullMarked;
