/** The shortest way through the engine: submit, claim, complete. */
@NullMarked
package io.fluxfabric.engine.examples.hello;

import org.jspecify.annotations.NullMarked;
