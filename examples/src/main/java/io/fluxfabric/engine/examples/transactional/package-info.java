/** The application's own writes and the engine's in one transaction. */
@NullMarked
package io.fluxfabric.engine.examples.transactional;

import org.jspecify.annotations.NullMarked;
