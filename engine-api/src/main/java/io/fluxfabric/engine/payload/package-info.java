/** What goes into an execution and what comes out of it: bytes, how they are encoded, and the codec that reads them. */
@NullMarked
package io.fluxfabric.engine.payload;

import org.jspecify.annotations.NullMarked;
