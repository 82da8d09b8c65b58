/** How a worker ends in good order. */
@NullMarked
package io.fluxfabric.engine.examples.drain;

import org.jspecify.annotations.NullMarked;
