/** Without the worker: claim and complete, called by hand. */
@NullMarked
package io.fluxfabric.engine.examples.byhand;

import org.jspecify.annotations.NullMarked;
