/** What all examples share: opening and closing an engine, and saying what happens. Each example has a package of its own. */
@NullMarked
package io.fluxfabric.engine.examples;

import org.jspecify.annotations.NullMarked;
