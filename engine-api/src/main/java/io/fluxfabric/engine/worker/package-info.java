/** Who is there to work: a registry of worker instances that say so from time to time. */
@NullMarked
package io.fluxfabric.engine.worker;

import org.jspecify.annotations.NullMarked;
