/** Not before, and not after: delays and deadlines. */
@NullMarked
package io.fluxfabric.engine.examples.delays;

import org.jspecify.annotations.NullMarked;
