/** The engine inside a Reactor Netty server. */
@NullMarked
package io.fluxfabric.engine.examples.netty;

import org.jspecify.annotations.NullMarked;
