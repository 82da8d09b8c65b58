/** A long steady run: whether memory, threads, connections and tables stay as they are. */
@NullMarked
package io.fluxfabric.engine.chaos.soak;

import org.jspecify.annotations.NullMarked;
