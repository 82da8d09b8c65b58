/** Who gets what first: priorities and capabilities. */
@NullMarked
package io.fluxfabric.engine.examples.priorities;

import org.jspecify.annotations.NullMarked;
