/** What happened, as streams that can be resumed and miss nothing. */
@NullMarked
package io.fluxfabric.engine.event;

import org.jspecify.annotations.NullMarked;
