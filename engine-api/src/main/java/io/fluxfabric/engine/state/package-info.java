/** The state of an execution, how one public state follows from it, and the table of its legal transitions. */
@NullMarked
package io.fluxfabric.engine.state;

import org.jspecify.annotations.NullMarked;
