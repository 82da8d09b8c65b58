/** Worker processes under random faults, and the judgement on what came of their work. */
@NullMarked
package io.fluxfabric.engine.chaos.run;

import org.jspecify.annotations.NullMarked;
