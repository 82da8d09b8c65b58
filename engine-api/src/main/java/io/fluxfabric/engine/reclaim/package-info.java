/** Taking over an execution whose holder was lost. */
@NullMarked
package io.fluxfabric.engine.reclaim;

import org.jspecify.annotations.NullMarked;
