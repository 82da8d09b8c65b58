/** The engine inside a Spring WebFlux application: one connection factory, one lifecycle. */
@NullMarked
package io.fluxfabric.engine.examples.spring;

import org.jspecify.annotations.NullMarked;
