/** The shortest way through the engine: submit something and let a worker run it. */
@NullMarked
package io.fluxfabric.engine.examples.hello;

import org.jspecify.annotations.NullMarked;
