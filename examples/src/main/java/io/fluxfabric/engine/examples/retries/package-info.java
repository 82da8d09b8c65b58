/** What becomes of failures: tried again after a growing pause, or not at all. */
@NullMarked
package io.fluxfabric.engine.examples.retries;

import org.jspecify.annotations.NullMarked;
